import Playlist

enum DateRangesSeparate: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-class-overlap"
  static let asks = "date ranges of a CLASS with END-ON-NEXT do not overlap"
  static let why = "each is to end where the next one begins"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let ranges = facts.wholeDateRanges
    let classes = Set(ranges.lazy.filter(\.endOnNext).compactMap(\.classID))
    guard !classes.isEmpty else { return [] }
    var byClass: [String: [(start: DateTime, range: DateRange)]] = [:]
    for range in ranges {
      guard let name = range.classID, classes.contains(name), let start = range.start else { continue }
      byClass[name, default: []].append((start, range))
    }
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    for name in classes.sorted() {
      let sorted = (byClass[name] ?? []).sorted { $0.start.seconds(since: $1.start) < 0 }
      for (earlier, later) in zip(sorted, sorted.dropFirst()) {
        guard let end = earlier.range.end(since: later.start), end > 0.01 else { continue }
        repeated.see(
          line: later.range.line,
          "the date range begins \(Timeline.text(end)) before another one of its CLASS, \(shown(name)), ends")
      }
    }
    return repeated.all
  }
}
