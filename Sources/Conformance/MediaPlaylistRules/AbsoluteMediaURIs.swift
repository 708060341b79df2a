import Addresses
import Playlist

enum AbsoluteMediaURIs: Rule {
  static let identifier = "hlspack-absolute-uri"
  static let asks = "a media playlist names files on its own server by relative URIs"
  static let why =
    "absolute ones break as soon as the files move to another place, and make the playlist long"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let origin = facts.uri?.origin else { return [] }
    let playlist = facts.playlist
    var servers = Servers(origin: origin)
    var lines: [Int] = []
    for segment in playlist.segments {
      if servers.isOwn(playlist.text.bytes, segment.uriPlace) { lines.append(segment.uriLine) }
    }
    for map in playlist.initializations where servers.isOwn(map.uri) { lines.append(map.line) }
    for part in playlist.parts where servers.isOwn(part.uri) { lines.append(part.line) }
    guard let first = lines.min() else { return [] }
    return [
      found(
        .warning, facts.name, line: first + 1,
        "an absolute URI names a file on the playlist's own server" + andMore(lines.count - 1))
    ]
  }

  /// What is known of the servers in URIs. Neighbours mostly have the same one, which is read once.
  private struct Servers {
    let origin: Origin
    private var last: ArraySlice<UInt8> = []
    private var isLastOwn = false

    init(origin: Origin) { self.origin = origin }

    mutating func isOwn(_ uri: String) -> Bool {
      let bytes = Array(uri.utf8.prefix(1_000))
      return isOwn(bytes, bytes.indices)
    }

    mutating func isOwn(_ bytes: [UInt8], _ place: Range<Int>?) -> Bool {
      guard let place, place.count > 8, bytes[place.lowerBound] | 0x20 == UInt8(ascii: "h") else {
        return false
      }
      // "https://" and "http://" have their third slash after the server.
      var end = place.lowerBound
      var slashes = 0
      while end < place.upperBound {
        if bytes[end] == UInt8(ascii: "/") { slashes += 1 }
        if slashes == 3 || bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: "#") { break }
        end += 1
      }
      let server = bytes[place.lowerBound..<end]
      guard !last.elementsEqual(server) else { return isLastOwn }
      last = server
      // What is no URI at all is for others to tell.
      let uri = try? URI(String(decoding: server, as: UTF8.self))
      isLastOwn = uri.map { $0.isHTTP && $0.origin == origin } ?? false
      return isLastOwn
    }
  }
}
