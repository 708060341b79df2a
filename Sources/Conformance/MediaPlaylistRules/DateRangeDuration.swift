import Playlist

enum DateRangeDuration: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-duration"
  static let asks = "where a date range has both, START-DATE and DURATION make END-DATE"
  static let why = "clients disagree on which of the two ends counts"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.wholeDateRanges {
      guard let start = range.start, let end = range.end, let duration = range.duration else { continue }
      let length = end.seconds(since: start)
      // Dates in whole seconds cannot say more.
      let isCoarse = min(start.fractionDigits, end.fractionDigits) < 3
      guard length >= 0, abs(length - duration) > (isCoarse ? 1 : 0.01) else { continue }
      repeated.see(
        line: range.line,
        "DURATION of the date range is \(Timeline.text(duration)), but END-DATE is "
          + "\(Timeline.text(length)) after START-DATE")
    }
    return repeated.all
  }
}
