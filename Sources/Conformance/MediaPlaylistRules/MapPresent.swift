import Playlist

enum MapPresent: Rule {
  static let identifier = "rfc8216bis-3.1.2-map"
  static let asks = "segments of fragmented MP4, by their names, have EXT-X-MAP"
  static let why = "without its initialization section a player cannot decode such a segment"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    // An I-frame playlist may name resources that begin with their initialization section.
    guard !facts.isTrickPlay else { return [] }
    let bytes = facts.playlist.text.bytes
    var seen = Seen()
    for segment in facts.playlist.segments where segment.initialization == nil && !segment.isGap {
      guard isMP4(bytes, segment.uriPlace) else { continue }
      seen.see(segment.uriLine)
    }
    return found(
      .warning, facts.name, seen, "the segment seems to be fragmented MP4, but no EXT-X-MAP is before it")
  }

  /// By the extension of the path. False for a URI with variables, which stands nowhere as it is.
  private static func isMP4(_ bytes: [UInt8], _ place: Range<Int>?) -> Bool {
    guard let place else { return false }
    var end = place.lowerBound
    while end < place.upperBound, bytes[end] != UInt8(ascii: "?"), bytes[end] != UInt8(ascii: "#") {
      end += 1
    }
    let path = bytes[place.lowerBound..<end]
    return extensions.contains { path.count > $0.count && path.suffix($0.count).elementsEqual($0) }
  }

  private static let extensions: [[UInt8]] = [".m4s", ".mp4", ".m4v", ".m4a", ".cmfv", ".cmfa"].map {
    Array($0.utf8)
  }
}
