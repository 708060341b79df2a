import Playlist

enum FirstLinePrimary: Rule {
  static let identifier = "hlspack-first-line-primary"
  static let asks = "the first variant of index.m3u8 is the primary one"
  static let why = "a player that makes no choice of its own starts with the first line"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard let playlist = facts.playlist, let primary = facts.primary else { return [] }
    guard let first = playlist.variants.first else {
      return [found(.error, facts.playlistPath, "has no variant; the primary one is \(primary)")]
    }
    guard first.uri != primary else { return [] }
    return [
      found(
        .error, facts.playlistPath, line: first.uriLine + 1,
        "starts with \(shown(first.uri)) where the primary variant is \(primary)")
    ]
  }
}
