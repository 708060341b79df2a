import Addresses
import Files
import Transfer

/// A playlist in a file that is read as if it stood at an address: what it refers to is on the network, and never
/// a file of this machine.
struct BasedSource: Sendable {
  /// The `file:` URI of the playlist.
  let file: URI
  /// Where it is taken to stand.
  let base: URI

  /// - Throws: `wrongSource` when the file cannot be read or is longer than the limit.
  func read(limit: Int64) async throws(DownloadError) -> SourceLoader.Resource {
    guard let path = LocalSource.path(of: file) else {
      throw DownloadError(.usage, "\(file.pathText): not the path of a file")
    }
    let bytes = try await onThread { () throws(DownloadError) in
      do throws(SystemError) {
        return try OpenFile.open(path).readAll(limit: Int(limit))
      } catch {
        throw DownloadError(.wrongSource, error.description)
      }
    }
    return SourceLoader.Resource(uri: base, bytes: bytes, date: nil, answer: nil)
  }
}

extension SourceLoader {
  /// The loader of a source; `requested` is the source as an address, `base` where a file is taken to stand.
  /// - Throws: `usage` for a base that is no http(s) address, or one beside an address.
  static func of(
    _ source: BuildRequest.Source, requested: URI, base: URI?, transfers: Transfers
  ) throws(DownloadError) -> SourceLoader {
    guard case .file = source else {
      guard base == nil else {
        throw DownloadError(.usage, "--base-url is for a playlist in a file")
      }
      return SourceLoader(transfers: transfers, root: nil)
    }
    guard let base else { return SourceLoader(transfers: transfers, root: requested) }
    guard base.isHTTP else { throw DownloadError(.usage, "--base-url: not an http or https address") }
    let based = BasedSource(file: requested, base: base.withoutFragment)
    transfers.takeAsSource(based.base)
    return SourceLoader(transfers: transfers, root: nil, based: based)
  }
}
