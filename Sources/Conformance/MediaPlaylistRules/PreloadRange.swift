import Playlist

enum PreloadRange: Rule {
  static let identifier = "hlspack-preload-range"
  static let asks =
    "a date range for preloading has X-URI, X-TARGET-ID, X-TARGET-CLASS and an end, no CUE and no END-ON-NEXT"
  static let why = "a client cannot tell what to load in advance, for what, or how long"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.wholeDateRanges where range.isPreload {
      for name in ["X-URI", "X-TARGET-ID", "X-TARGET-CLASS"] where range.other(name) == nil {
        repeated.see(line: range.line, "the date range for preloading has no \(name)")
      }
      if range.duration == nil, range.endDate == nil {
        repeated.see(line: range.line, "the date range for preloading has neither DURATION nor END-DATE")
      }
      if !range.cue.isEmpty { repeated.see(line: range.line, "the date range for preloading has CUE") }
      if range.endOnNext { repeated.see(line: range.line, "the date range for preloading has END-ON-NEXT") }
    }
    return repeated.all
  }
}
