import Addresses
import Files
import Playlist
import Transfer

/// Brings the pieces that are files of this machine: the same writers, without a network.
struct LocalCopy: Sendable {
  let queue: MediaQueue
  /// The playlist that the person named; files are read beneath its folder.
  let root: URI

  /// Copies until nothing is left or something failed; on a thread of its own.
  func run() async {
    guard !Task.isCancelled else { return }
    await withTaskCancellationHandler {
      await Workers.run { self.copyAll() }
    } onCancel: {
      queue.fail(DownloadError(.stopped, "stopped"), stream: nil)
    }
  }

  private func copyAll() {
    guard let path = LocalSource.path(of: root) else { return }
    let folder: Folder
    do {
      folder = try Folder.open(FilePath.parent(path))
    } catch {
      return queue.fail(DownloadError(.wrongSource, error.description), stream: nil)
    }
    while case .job(let job) = queue.next() {
      let failure = copy(job, from: folder)
      if let failure { queue.fail(failure, stream: queue.stream(of: job.id)) }
      queue.completed([
        TransferResult(jobID: job.id, failure: nil, requests: 0, retries: 0, bytes: 0, completePieces: 1)
      ])
    }
  }

  private func copy(_ job: TransferJob, from folder: Folder) -> DownloadError? {
    guard let writer = job.makeSink(0) as? PieceWriter else { return nil }
    guard let relative = LocalSource.relativePath(of: job.uri, beneath: root) else {
      return DownloadError(.wrongSource, "\(job.uri.pathText): leads out of the playlist's folder")
    }
    do {
      try writer.begin(lengthIsKnown: true, encoding: nil)
      try read(
        relative, start: job.start ?? 0, length: job.pieceLengths.first, from: folder, limit: job.limit,
        to: writer)
      try writer.finish()
      return nil
    } catch let failure as PieceFailure {
      writer.abandon()
      return DownloadError(failure.kind, "\(job.uri.pathText): \(failure.sentence)")
    } catch {
      writer.abandon()
      return DownloadError(.wrongSource, "\(error)")
    }
  }

  private func read(
    _ relative: String, start: Int64, length: Int64?, from folder: Folder, limit: Int64,
    to writer: PieceWriter
  ) throws {
    let file = try folder.openForReading(relative)
    let size = try file.size
    let wanted = length ?? size
    guard start + wanted <= size else {
      throw PieceFailure(
        kind: .wrongSource,
        sentence: "ends at byte \(size), before the range \(start)-\(start + wanted - 1) does",
        isRetriable: false)
    }
    guard wanted <= limit else {
      throw PieceFailure(
        kind: .wrongSource, sentence: "has \(wanted) bytes, more than the limit of \(limit)",
        isRetriable: false)
    }
    var buffer = [UInt8](repeating: 0, count: BufferPool.size)
    var at = start
    while at < start + wanted {
      let count = try file.read(into: &buffer, at: at)
      let usable = Int(min(Int64(count), start + wanted - at))
      guard usable > 0 else {
        throw PieceFailure(
          kind: .wrongSource, sentence: "became shorter while it was read", isRetriable: false)
      }
      try writer.take(buffer.span.extracting(0..<usable).bytes)
      at += Int64(usable)
    }
  }
}
