import Playlist

enum PartsEnd: Rule {
  static let identifier = "hlspack-parts-after-end"
  static let asks = "a playlist with EXT-X-ENDLIST has no EXT-X-PART"
  static let why = "parts serve the live edge; afterwards they only make the playlist longer"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.endList else { return [] }
    var seen = Seen()
    for part in facts.playlist.parts { seen.see(part.line) }
    return found(.warning, facts.name, seen, "EXT-X-PART is in a playlist that has ended")
  }
}
