import Addresses
import Files
import Playlist
import Transfer

/// Asks for the sizes of what a plan will fetch: the server (HEAD) or, of files, the file system.
struct Measuring: Sendable {
  let loader: SourceLoader

  /// The streams with exact sizes as far as they can be had, and a warning for each of which some cannot.
  func measured(
    _ streams: [PlannedStream]
  ) async throws(DownloadError) -> (streams: [PlannedStream], warnings: [String]) {
    var seen: Set<URI> = []
    let unknown = streams.flatMap(\.pieces)
      .filter { !$0.isGap && $0.range == nil && seen.insert($0.uri).inserted }.map(\.uri)
    let lengths = try await mapConcurrently(unknown) { (uri: URI) async throws(DownloadError) in
      try await length(of: uri)
    }
    var sizes: [URI: Int64] = [:]
    for (uri, length) in zip(unknown, lengths) { sizes[uri] = length }
    var warnings: [String] = []
    let result = streams.map { stream in
      let (measured, missing) = stream.measured(sizes)
      if missing > 0 {
        warnings.append(
          "\(stream.uri.pathText): sizes of \(missing) of the segments cannot be had; they are estimated")
      }
      return measured
    }
    return (result, warnings)
  }

  /// Bytes; nil where nobody tells.
  private func length(of uri: URI) async throws(DownloadError) -> Int64? {
    if uri.scheme == "file" { return await fileLength(uri) }
    do throws(TransferFailure) {
      let answer = try await loader.transfers.fetch(
        FetchRequest(uri: uri, kind: .media, limit: SourceLimits.segment, isHeadOnly: true))
      return answer.head.contentEncoding == nil ? answer.head.contentLength : nil
    } catch {
      if case .cancelled = error.kind { throw DownloadError(error) }
      // A server need not answer HEAD; what is really wrong shows when the segment is fetched.
      return nil
    }
  }

  private func fileLength(_ uri: URI) async -> Int64? {
    guard let root = loader.root, let relative = LocalSource.relativePath(of: uri, beneath: root),
      let path = LocalSource.path(of: root)
    else { return nil }
    return await Workers.run {
      // A file that cannot be looked at is told when it is copied.
      guard let folder = try? Folder.open(FilePath.parent(path)) else { return nil }
      return (try? folder.status(relative))?.size
    }
  }
}

extension PlannedStream {
  /// The same stream with the sizes of whole resources known, and how many of its pieces have none; those count
  /// as long as the others in the mean.
  func measured(_ sizes: [URI: Int64]) -> (stream: PlannedStream, missing: Int) {
    var sum: Int64 = 0
    var known = 0
    var missing = 0
    for piece in pieces where !piece.isGap {
      guard let length = piece.range?.length ?? sizes[piece.uri] else {
        missing += 1
        continue
      }
      sum = sum.addingSaturated(length)
      known += 1
    }
    guard known > 0 else { return (self, missing) }
    let mean = sum / Int64(known)
    let (rest, isTooMuch) = mean.multipliedReportingOverflow(by: Int64(missing))
    return (estimating(sum.addingSaturated(isTooMuch ? .max : rest), isFounded: true), missing)
  }

  private func estimating(_ bytes: Int64, isFounded: Bool) -> PlannedStream {
    var stream = PlannedStream(
      folder: folder, uri: uri, identity: identity, playlist: playlist, original: original, pieces: pieces,
      bandwidth: bandwidth, estimatedBytes: bytes, isEstimateFounded: isFounded, borrowed: borrowed)
    stream.places = places
    stream.askedURI = askedURI
    return stream
  }
}
