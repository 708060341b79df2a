import Playlist

enum DateMilliseconds: Rule {
  static let identifier = "rfc8216bis-4.4.4.6-milliseconds"
  static let asks = "EXT-X-PROGRAM-DATE-TIME is exact to the millisecond"
  static let why = "date ranges and the clocks of other renditions are matched by it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    found(
      .warning, facts.name, facts.datesSeen { $0.fractionDigits < 3 },
      "EXT-X-PROGRAM-DATE-TIME has no milliseconds")
  }
}
