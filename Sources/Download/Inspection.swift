package import Addresses
package import Playlist
import Transfer

/// A source looked at, with nothing of it packed.
package struct InspectedSource: Sendable {
  package let parsed: ParsedPlaylist
  /// The URL that answered.
  package let uri: URI
  /// Where everything would stand in a bundle; nil for a media playlist.
  package let map: TitleMap?
}

extension Builder {
  /// Fetches the playlist that the person named, and nothing else. A live one is not refused.
  package func inspect() async throws(DownloadError) -> InspectedSource {
    let source = try await loader.playlist(at: requested, imported: nil, isSource: true)
    for warning in source.parsed.warnings {
      let line = warning.line.map { ":\($0)" } ?? ""
      events(.warning("\(requested.pathText)\(line): \(warning.message)"))
    }
    guard case .multivariant(let playlist) = source.parsed else {
      return InspectedSource(parsed: source.parsed, uri: source.uri, map: nil)
    }
    let map = try TitleMap(
      of: playlist, base: source.uri, name: requested.pathText, ignoring: request.volatile, root: loader.root,
      isFollowed: false)
    return InspectedSource(parsed: source.parsed, uri: source.uri, map: map)
  }
}
