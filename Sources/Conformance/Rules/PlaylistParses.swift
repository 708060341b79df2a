import Playlist

enum PlaylistParses: Rule {
  static let identifier = "hlspack-playlist-parses"
  static let asks = "index.m3u8 is a multivariant playlist, each stream's playlist.m3u8 a media playlist"
  static let why = "a player reads nothing else: where these cannot be read nothing plays"

  static func check(_ facts: PlaylistFacts) -> [Finding] {
    switch (facts.reading, facts.kind) {
    case (.failure(let error), _):
      return [found(.error, facts.path, line: error.line, error.message, hint: error.hint)]
    case (.playlist(.media), .multivariant):
      return [found(.error, facts.path, "is a media playlist where a multivariant one must be")]
    case (.playlist(.multivariant), .media):
      return [found(.error, facts.path, "is a multivariant playlist where a media playlist must be")]
    default: return []
    }
  }
}
