import Playlist

enum DateRangeStart: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-start-date"
  static let asks = "the first EXT-X-DATERANGE of an ID has START-DATE"
  static let why = "without it the range has no place in time, and a client ignores it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.skip == nil else { return [] }
    var repeated = Repeated(Self.self, .error, in: facts.name)
    var seen: Set<String> = []
    for range in facts.playlist.dateRanges where seen.insert(range.id).inserted && range.startDate == nil {
      repeated.see(line: range.line, "EXT-X-DATERANGE has no START-DATE, and is the first of its ID")
    }
    return repeated.all
  }
}
