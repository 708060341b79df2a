import Playlist

enum TilesPlace: Rule {
  static let identifier = "image-playlist-0.4-tiles-place"
  static let asks = "a playlist with EXT-X-TILES has EXT-X-IMAGES-ONLY"
  static let why = "without it a client takes the images for video"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard !facts.playlist.imagesOnly else { return [] }
    var seen = Seen()
    for tiles in facts.playlist.tiles { seen.see(tiles.line) }
    return found(.error, facts.name, seen, "EXT-X-TILES is in a playlist without EXT-X-IMAGES-ONLY")
  }
}
