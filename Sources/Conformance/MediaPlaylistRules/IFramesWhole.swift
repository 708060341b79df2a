import Playlist

enum IFramesWhole: Rule {
  static let identifier = "rfc8216bis-4.4.3.6-parts"
  static let asks = "an I-frame playlist has no EXT-X-PART"
  static let why = "one frame is not worth splitting, and the parts only make the playlist longer"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.iFramesOnly else { return [] }
    var seen = Seen()
    for part in facts.playlist.parts { seen.see(part.line) }
    return found(.warning, facts.name, seen, "EXT-X-PART is in an I-frame playlist")
  }
}
