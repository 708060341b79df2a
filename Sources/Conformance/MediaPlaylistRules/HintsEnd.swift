import Playlist

enum HintsEnd: Rule {
  static let identifier = "rfc8216bis-4.4.5.3-hint-after-end"
  static let asks = "a playlist with EXT-X-ENDLIST has no EXT-X-PRELOAD-HINT"
  static let why = "clients ask for a resource that will never be there"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.endList else { return [] }
    var seen = Seen()
    for hint in facts.playlist.preloadHints { seen.see(hint.line) }
    return found(.error, facts.name, seen, "EXT-X-PRELOAD-HINT is in a playlist that has ended")
  }
}
