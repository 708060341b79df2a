import Playlist

enum DateZone: Rule {
  static let identifier = "rfc8216bis-4.4.4.6-zone"
  static let asks = "EXT-X-PROGRAM-DATE-TIME has a time zone"
  static let why = "without one it is a guess which instant is meant: UTC, or the time where the player is"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let seen = facts.datesSeen { !$0.hasZone }
    return found(
      .warning, facts.name, seen, "EXT-X-PROGRAM-DATE-TIME has no time zone", hint: "write Z for UTC")
  }
}

extension MediaPlaylistFacts {
  /// The tags of the dates that `isFaulty` holds for.
  func datesSeen(_ isFaulty: (DateTime) -> Bool) -> Seen {
    var seen = Seen()
    for (index, date) in dates.enumerated() {
      guard let date, isFaulty(date) else { continue }
      // The tag is looked for only where its line is told.
      seen.see(seen.count == 0 ? line(of: .programDateTime, at: index) - 1 : index)
    }
    return seen
  }
}
