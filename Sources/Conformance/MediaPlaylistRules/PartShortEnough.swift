import Playlist

enum PartShortEnough: Rule {
  static let identifier = "rfc8216bis-4.4.4.9-part-long"
  static let asks = "DURATION of EXT-X-PART is at most PART-TARGET"
  static let why = "clients keep a distance from the live edge by PART-TARGET, and stall at a longer part"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let target = facts.playlist.partInf?.target else { return [] }
    var repeated = Repeated(Self.self, .error, in: facts.name)
    // Both are rounded decimals.
    for part in facts.playlist.parts where part.duration > target + 0.001 {
      repeated.see(
        line: part.line,
        "DURATION of EXT-X-PART is \(Timeline.text(part.duration)), "
          + "PART-TARGET \(Timeline.text(target))")
    }
    return repeated.all
  }
}
