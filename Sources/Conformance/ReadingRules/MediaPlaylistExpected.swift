import Playlist

enum MediaPlaylistExpected: Rule {
  static let identifier = "rfc8216bis-4.1-media-playlist-expected"
  static let asks = "what a multivariant playlist names is a media playlist"
  static let why = "no client follows one multivariant playlist to the next"

  static func check(_ facts: ReadingFacts) -> [Finding] {
    guard !facts.isSource, case .playlist(.multivariant) = facts.outcome else { return [] }
    return [found(.error, facts.name, "is a multivariant playlist where a media playlist should be")]
  }
}
