import Playlist

enum TilesDuration: Rule {
  static let identifier = "image-playlist-0.4-tile-duration"
  static let asks = "the tiles of an image last as long as its EXTINF"
  static let why = "scanning shows pictures of other times, or the last one for too long"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let segments = facts.playlist.segments
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    for tiles in facts.playlist.tiles where tiles.segment < segments.count && tiles.duration > 0 {
      let count = Double(tiles.layout.width) * Double(tiles.layout.height)
      let (all, duration) = (count * tiles.duration, segments[tiles.segment].duration)
      let isTooFew = all + tiles.duration < duration
      // The last image may be filled in part only.
      let isTooMany = all > 2 * duration + tiles.duration && tiles.segment + 1 < segments.count
      guard count > 0, isTooFew || isTooMany else { continue }
      repeated.see(
        line: tiles.line,
        "\(tiles.layout) tiles of \(Timeline.text(tiles.duration)) last \(Timeline.text(all)), "
          + "but EXTINF is \(Timeline.text(duration))")
    }
    return repeated.all
  }
}
