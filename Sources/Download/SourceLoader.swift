import Addresses
import Files
import Playlist
import Selection
import Transfer

/// A playlist as it was received.
struct LoadedPlaylist {
  /// The URL that answered, after redirects; of a file, its `file:` URI.
  let uri: URI
  let bytes: [UInt8]
  let parsed: ParsedPlaylist
}

/// Brings playlists and other small resources from the network or from this machine.
struct SourceLoader: Sendable {
  let transfers: Transfers
  /// The playlist that the person named, where it is a file; nil: files are not read.
  let root: URI?
  /// The playlist that the person named, where it is a file taken to stand at an address.
  var based: BasedSource?
  /// Playlists that may stand in for those that have not changed; nil: all are fetched.
  var kept: KeptPlaylists?
  /// Whether only a manifest names the source.
  var isDistrusted = false
  /// What servers say of the playlists that come.
  let seen = SeenPlaylists()
  /// What of an address does not say which playlist is meant.
  var volatile = VolatileParameters()

  /// - Parameter imported: variables of the multivariant playlist; nil when this was not reached through one.
  func playlist(
    at uri: URI, imported: [String: String]?, isSource: Bool = false
  ) async throws(DownloadError) -> LoadedPlaylist {
    let resource = try await text(of: uri, isSource: isSource)
    let name = uri.scheme == "file" ? (LocalSource.path(of: uri) ?? uri.pathText) : uri.pathText
    let parser = PlaylistParser(name: name, uri: resource.uri, mode: .lenient, imported: imported)
    let parsed: ParsedPlaylist
    do {
      parsed = try parser.parse(resource.bytes)
    } catch {
      throw DownloadError(error)
    }
    if let refusal = Self.cut(parsed, resource, name: name) { throw refusal }
    return LoadedPlaylist(uri: resource.uri, bytes: resource.bytes, parsed: parsed)
  }

  /// The playlist as it came, or the kept one where it is still the same.
  private func text(of uri: URI, isSource: Bool) async throws(DownloadError) -> Resource {
    let limit = SourceLimits.playlist
    if uri.isHTTP, let kept, let condition = kept.condition(for: uri) {
      let resource = try await bytes(
        at: uri, kind: .playlist, limit: limit, isSource: isSource, condition: condition)
      guard resource.answer?.head.isNotModified == true else { return note(resource, uri) }
      if let bytes = kept.take(uri) {
        // How the server ended a body that did not come says nothing.
        return Resource(uri: resource.uri, bytes: bytes, date: resource.date, answer: nil)
      }
    }
    return note(try await bytes(at: uri, kind: .playlist, limit: limit, isSource: isSource), uri)
  }

  private func note(_ resource: Resource, _ uri: URI) -> Resource {
    if let head = resource.answer?.head { seen.note(uri, head, ignoring: volatile) }
    return resource
  }

  /// A VOD playlist without its end is forgiven, unless its answer may have been cut unseen: then segments may be
  /// missing from it.
  private static func cut(_ parsed: ParsedPlaylist, _ resource: Resource, name: String) -> DownloadError? {
    guard case .media(let media) = parsed, media.playlistType == .vod, !media.endList,
      resource.answer?.head.tellsItsEnd == false
    else { return nil }
    return DownloadError(
      .unavailable, "\(name): has no EXT-X-ENDLIST, and its answer no length: it may have been cut")
  }

  struct Resource {
    let uri: URI
    let bytes: [UInt8]
    let date: String?
    /// How the server answered; nil for a file.
    let answer: Fetched?
  }

  /// A small resource as a whole.
  func bytes(
    at uri: URI, kind: ResourceKind, limit: Int64, isSource: Bool = false, condition: Condition? = nil
  ) async throws(DownloadError) -> Resource {
    if let based, uri == based.file { return try await based.read(limit: limit) }
    if uri.scheme == "file" { return try await local(uri, limit: limit, isSource: isSource) }
    // An address of a kept playlist, whose credential is not known any more.
    guard !uri.text.contains(Redaction.mark) else {
      throw DownloadError(
        .wrongSource, "\(uri.pathText): its credential was not kept", hint: "give a fresh address")
    }
    do {
      var request = FetchRequest(uri: uri, kind: kind, range: nil, limit: limit, isSource: isSource)
      request.condition = condition
      let fetched = try await transfers.fetch(request)
      return Resource(
        uri: fetched.head.finalURI, bytes: fetched.bytes, date: fetched.head.date,
        answer: fetched)
    } catch {
      throw isSource ? failure(ofSource: error) : DownloadError(error)
    }
  }

  private func local(_ uri: URI, limit: Int64, isSource: Bool) async throws(DownloadError) -> Resource {
    guard let root, let relative = LocalSource.relativePath(of: uri, beneath: root),
      let path = LocalSource.path(of: root)
    else { throw DownloadError(.wrongSource, "\(uri.pathText): leads out of the playlist's folder") }
    let result = await Workers.run { () -> Result<[UInt8], SystemError> in
      do throws(SystemError) {
        // The file that the person named may be a link; what it refers to may not lead through one.
        if uri == root { return .success(try OpenFile.open(path).readAll(limit: Int(limit))) }
        let folder = try Folder.open(FilePath.parent(path))
        return .success(try folder.readWhole(relative, limit: Int(limit)))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let bytes): return Resource(uri: uri, bytes: bytes, date: nil, answer: nil)
    case .failure(let error): throw DownloadError(.wrongSource, error.description)
    }
  }
}
