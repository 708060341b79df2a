import Playlist

enum TilesLayout: Rule {
  static let identifier = "image-playlist-0.4-tiles"
  static let asks = "EXT-X-TILES has at least one column and one row, and tiles with a size and a duration"
  static let why = "no picture can be cut out of the image otherwise"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for tiles in facts.playlist.tiles {
      if min(tiles.layout.width, tiles.layout.height) < 1 {
        repeated.see(line: tiles.line, "LAYOUT of EXT-X-TILES is \(tiles.layout)", hint: "1x1 at least")
      }
      if min(tiles.resolution.width, tiles.resolution.height) < 1 {
        repeated.see(line: tiles.line, "RESOLUTION of EXT-X-TILES is \(tiles.resolution)")
      }
      if tiles.duration <= 0 {
        repeated.see(line: tiles.line, "DURATION of EXT-X-TILES is \(Timeline.text(tiles.duration))")
      }
    }
    return repeated.all
  }
}
