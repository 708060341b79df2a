import Playlist

enum DatesEverywhere: Rule {
  static let identifier = "rfc8216bis-6.2.4-program-date-time"
  static let asks =
    "if one media playlist has EXT-X-PROGRAM-DATE-TIME, all have it; I-frames and images need not"
  static let why = "players match playlists by it, and date ranges have no place in one without it"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let media = facts.media.filter { !$0.isTrickPlay && !$0.playlist.segments.isEmpty }
    guard let reference = media.first(where: { !$0.dates.isEmpty }) else { return [] }
    return media.filter { $0.dates.isEmpty }.map {
      found(
        .error, $0.name, "has no EXT-X-PROGRAM-DATE-TIME where \(shown(reference.name)) has it",
        hint: "give the first segment of every media playlist its date")
    }
  }
}
