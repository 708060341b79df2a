import Playlist

enum DateRangeCue: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-cue"
  static let asks = "CUE does not have both PRE and POST"
  static let why = "an action before the beginning cannot be one after the end"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for range in facts.playlist.dateRanges where range.cue.contains("PRE") && range.cue.contains("POST") {
      repeated.see(line: range.line, "CUE of EXT-X-DATERANGE has both PRE and POST")
    }
    return repeated.all
  }
}
