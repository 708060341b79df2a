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
  /// Date of the answer as the origin gave it; nil for a file.
  let date: String?
}

/// Brings playlists and other small resources from the network or from this machine.
struct SourceLoader: Sendable {
  let transfers: Transfers
  /// The playlist that the person named, where it is a file; nil: files are not read.
  let root: URI?

  /// The playlist that the person named.
  func source(_ source: BuildRequest.Source, uri: URI) async throws(DownloadError) -> LoadedPlaylist {
    try await playlist(at: uri, imported: nil, isSource: true)
  }

  /// - Parameter imported: variables of the multivariant playlist; nil when this was not reached through one.
  func playlist(
    at uri: URI, imported: [String: String]?, isSource: Bool = false
  ) async throws(DownloadError) -> LoadedPlaylist {
    let resource = try await bytes(at: uri, kind: .playlist, limit: SourceLimits.playlist, isSource: isSource)
    let name = uri.scheme == "file" ? (LocalSource.path(of: uri) ?? uri.pathText) : uri.pathText
    do {
      let parser = PlaylistParser(name: name, uri: resource.uri, mode: .lenient, imported: imported)
      return LoadedPlaylist(
        uri: resource.uri, bytes: resource.bytes, parsed: try parser.parse(resource.bytes),
        date: resource.date)
    } catch {
      throw DownloadError(error)
    }
  }

  struct Resource {
    let uri: URI
    let bytes: [UInt8]
    let date: String?
  }

  /// A small resource as a whole.
  func bytes(
    at uri: URI, kind: ResourceKind, limit: Int64, isSource: Bool = false
  ) async throws(DownloadError) -> Resource {
    if uri.scheme == "file" { return try await local(uri, limit: limit, isSource: isSource) }
    do {
      let fetched = try await transfers.fetch(
        FetchRequest(uri: uri, kind: kind, range: nil, limit: limit, isSource: isSource))
      return Resource(uri: fetched.head.finalURI, bytes: fetched.bytes, date: fetched.head.date)
    } catch {
      throw DownloadError(error)
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
    case .success(let bytes): return Resource(uri: uri, bytes: bytes, date: nil)
    case .failure(let error): throw DownloadError(.wrongSource, error.description)
    }
  }
}
