import Playlist

enum DateRangeEnd: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-end-date"
  static let asks = "END-DATE of a date range is not before its START-DATE"
  static let why = "a range that ends before it begins is none"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.wholeDateRanges {
      guard let start = range.start, let end = range.end else { continue }
      let length = end.seconds(since: start)
      guard length < 0 else { continue }
      repeated.see(
        line: range.line, "END-DATE of the date range is \(Timeline.text(-length)) before its START-DATE")
    }
    return repeated.all
  }
}
