import Playlist

enum DatesAscend: Rule {
  static let identifier = "rfc8216bis-6.2.1-date-overlap"
  static let asks = "each EXT-X-PROGRAM-DATE-TIME is where the segments since the one before end, or later"
  static let why = "one date otherwise stands for two places in the media"

  /// Seconds of overlap that rounding explains.
  private static let tolerance = 0.1

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard !facts.playlist.imagesOnly else { return [] }
    var errors = Repeated(Self.self, .error, in: facts.name)
    var warnings = Repeated(Self.self, .warning, in: facts.name)
    var before: Clock?
    for (index, date) in facts.dates.enumerated() {
      let segment = facts.playlist.segments[index]
      if let date {
        if let before {
          let overlap = before.elapsed - date.seconds(since: before.date)
          let slack = before.slack + (date.fractionDigits == 0 || before.date.fractionDigits == 0 ? 1 : 0)
          if overlap - slack >= 1 {
            errors.see(line: facts.line(of: .programDateTime, at: index) - 1, text(overlap, date, before))
          } else if overlap - slack > tolerance {
            warnings.see(line: facts.line(of: .programDateTime, at: index) - 1, text(overlap, date, before))
          }
        }
        before = Clock(date: date)
      } else if segment.hasProgramDateTime {
        // One that cannot be read: nothing is known until the next.
        before = nil
      }
      before?.add(segment)
    }
    return errors.all + warnings.all
  }

  private static func text(_ overlap: Double, _ date: DateTime, _ before: Clock) -> String {
    let step = date.seconds(since: before.date)
    if step < 0 { return "EXT-X-PROGRAM-DATE-TIME goes back by \(Timeline.text(-step))" }
    return "EXT-X-PROGRAM-DATE-TIME is \(Timeline.text(overlap)) before the end of what comes before it"
  }

  /// A date, and what followed it.
  private struct Clock {
    let date: DateTime
    /// Seconds of the segments since then.
    private(set) var elapsed = 0.0
    /// Seconds that these may really be less: whole numbers may be rounded.
    private(set) var slack = 0.0

    init(date: DateTime) { self.date = date }

    mutating func add(_ segment: MediaSegment) {
      elapsed += segment.duration
      if segment.duration == segment.duration.rounded() { slack += 0.5 }
    }
  }
}
