import Playlist

enum DateRangeEndOnNext: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-end-on-next"
  static let asks = "a date range with END-ON-NEXT has CLASS, and neither DURATION nor END-DATE"
  static let why = "it ends where the next of its CLASS begins; anything else contradicts that"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.wholeDateRanges where range.endOnNext {
      if range.classID == nil {
        repeated.see(line: range.line, "the date range has END-ON-NEXT but no CLASS")
      }
      if range.duration != nil || range.endDate != nil {
        repeated.see(
          line: range.line,
          "the date range has END-ON-NEXT and \(range.duration == nil ? "END-DATE" : "DURATION")")
      }
    }
    return repeated.all
  }
}
