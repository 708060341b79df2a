import Playlist

enum MapVector: Rule {
  static let identifier = "rfc8216bis-4.4.4.5-map-iv"
  static let asks = "EXT-X-KEY of METHOD=AES-128 that covers EXT-X-MAP has an IV"
  static let why = "without one the media sequence number counts, which an initialization section has not"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for map in playlist.initializations {
      guard let index = map.keySet,
        playlist.keySets[index].contains(where: { $0.method == .aes128 && $0.iv == nil })
      else { continue }
      repeated.see(
        line: map.line, "EXT-X-MAP is encrypted with AES-128, but its EXT-X-KEY has no IV",
        hint: "write IV, or put EXT-X-KEY after EXT-X-MAP if the section is clear")
    }
    return repeated.all
  }
}
