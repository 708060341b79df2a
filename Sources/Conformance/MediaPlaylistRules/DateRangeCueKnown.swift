import Playlist

enum DateRangeCueKnown: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-cue-word"
  static let asks = "CUE has no words but PRE, POST and ONCE"
  static let why = "clients ignore words that they do not know"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .info, in: facts.name)
    for range in facts.playlist.dateRanges {
      guard let word = range.cue.first(where: { !["PRE", "POST", "ONCE"].contains($0) }) else { continue }
      repeated.see(line: range.line, "CUE of EXT-X-DATERANGE has the unknown word \(shown(word))")
    }
    return repeated.all
  }
}
