import Addresses
import Playlist

enum AbsoluteURIs: Rule {
  static let identifier = "hlspack-absolute-uri-multivariant"
  static let asks = "a multivariant playlist names files on its own server by relative URIs"
  static let why = "absolute ones break as soon as the files move to another place"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let origin = facts.uri?.origin else { return [] }
    let lines = facts.references.filter { isAbsolute($0.uri, at: origin) }.map(\.line)
    guard let first = lines.min() else { return [] }
    return [
      found(
        .warning, facts.name, line: first + 1,
        "an absolute URI names a file on the playlist's own server" + andMore(lines.count - 1))
    ]
  }

  private static func isAbsolute(_ text: String, at origin: Origin) -> Bool {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return false }
    // What is no URI at all is for others to tell.
    guard let uri = try? URI(text), uri.isHTTP else { return false }
    return uri.origin == origin
  }
}

extension MultivariantFacts {
  /// What it names that is fetched as a playlist or as data; `line` counts from 0.
  var references: [(uri: String, line: Int)] {
    playlist.variants.map { ($0.uri, $0.uriLine) }
      + (playlist.iFrameStreams + playlist.imageStreams).map { ($0.uri, $0.line) }
      + playlist.renditions.compactMap { rendition in rendition.uri.map { ($0, rendition.line) } }
      + playlist.sessionData.compactMap { data in data.uri.map { ($0, data.line) } }
  }
}
