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
  let loaded: LoadedPlaylist
  /// The playlist as it may be shown: of one from the network, with the credentials in its addresses replaced.
  package let shown: ParsedPlaylist
}

extension LoadedPlaylist {
  /// Read again from a text without credentials. Structure and order are the same; variables that come of the
  /// address come of one without credentials.
  fileprivate func shown(hiding volatile: VolatileParameters, name: String) throws(DownloadError)
    -> ParsedPlaylist
  {
    guard uri.isHTTP else { return parsed }
    let volatile = volatile.knowing(valuesOf: uri)
    // The address was one before, and REDACTED in a query is as good as any value.
    let address = (try? URI(Redaction.redacted(uri, volatile: volatile))) ?? uri.withoutUserInfo
    let parser = PlaylistParser(name: name, uri: address, mode: .lenient, imported: nil)
    do {
      return try parser.parse(Redaction.redactedText(bytes, volatile: volatile))
    } catch {
      throw DownloadError(error)
    }
  }
}

extension Builder {
  /// Fetches the playlist that the person named, and nothing else. A live one is not refused.
  package func inspect() async throws(DownloadError) -> InspectedSource {
    let source = try await loader.playlist(at: requested, imported: nil, isSource: true)
    for warning in source.parsed.warnings {
      let line = warning.line.map { ":\($0)" } ?? ""
      events(.warning("\(requested.pathText)\(line): \(warning.message)"))
    }
    let shown = try source.shown(hiding: request.volatile, name: requested.pathText)
    guard case .multivariant(let playlist) = source.parsed else {
      return InspectedSource(parsed: source.parsed, uri: source.uri, map: nil, loaded: source, shown: shown)
    }
    let map = try TitleMap(
      of: playlist, base: source.uri, name: requested.pathText, ignoring: request.volatile, root: loader.root,
      isFollowed: false)
    return InspectedSource(parsed: source.parsed, uri: source.uri, map: map, loaded: source, shown: shown)
  }
}
