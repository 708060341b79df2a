import Playlist

enum DateRangeDates: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-dates"
  static let asks = "START-DATE and END-DATE of EXT-X-DATERANGE are dates of ISO 8601"
  static let why = "a client that cannot read them ignores the range"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.playlist.dateRanges {
      for (name, text) in [("START-DATE", range.startDate), ("END-DATE", range.endDate)] {
        guard let text, DateTime(text) == nil else { continue }
        repeated.see(
          line: range.line, "\(name) of EXT-X-DATERANGE is \(shown(text)), no date of ISO 8601",
          hint: "as in 2026-01-31T12:00:00.000Z")
      }
    }
    return repeated.all
  }
}
