import Addresses
import Playlist
import Synchronization
import Transfer

/// The jobs of a build, made one by one as engines ask: pieces in the order of the plan, adjacent byte ranges
/// of one resource put together into one request.
final class MediaQueue: JobSource {
  private struct State {
    var stream = 0
    var piece = 0
    var nextID = 0
    var running: [Int: (stream: Int, pieces: Range<Int>)] = [:]
    var failure: DownloadError?
    var failedStream: Int?
    var isStopped = false
    var totals = (requests: 0, retries: 0, bytes: Int64(0))
  }

  private let contexts: [StreamContext]
  /// Bytes that one request covers at most when it joins ranges.
  private let span: Int64
  private let isLocal: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - connections: how many requests run at the same time; joined ranges leave work for each.
  ///   - isLocal: hands out the pieces that are files of this machine, else those of the network.
  init(_ contexts: [StreamContext], connections: Int, isLocal: Bool = false) {
    self.contexts = contexts
    self.isLocal = isLocal
    let total = contexts.reduce(Int64(0)) { $0.addingSaturated(max(0, $1.stream.estimatedBytes)) }
    span = min(max(total / Int64(max(1, connections) * 4), 1 << 20), 16 << 20)
  }

  func next() -> NextJob {
    state.withLock { state in
      guard !state.isStopped, let (stream, pieces) = advance(&state) else { return .finished }
      let id = state.nextID
      state.nextID += 1
      state.running[id] = (stream, pieces)
      return .job(job(id, stream, pieces))
    }
  }

  func completed(_ results: [TransferResult]) {
    state.withLock { state in
      for result in results {
        let job = state.running.removeValue(forKey: result.jobID)
        state.totals.requests += result.requests
        state.totals.retries += result.retries
        state.totals.bytes += result.bytes
        guard let failure = result.failure else { continue }
        fail(DownloadError(failure), stream: job?.stream, in: &state)
      }
    }
  }

  /// Ends the work for a reason that is not an engine's.
  func fail(_ error: DownloadError, stream: Int?) {
    state.withLock { fail(error, stream: stream, in: &$0) }
  }

  /// The stream of a job that runs; nil when it does not.
  func stream(of job: Int) -> Int? { state.withLock { $0.running[job]?.stream } }

  /// The first failure that was not caused by stopping the others.
  private func fail(_ error: DownloadError, stream: Int?, in state: inout State) {
    state.isStopped = true
    if state.failure == nil || (state.failure?.kind == .stopped && error.kind != .stopped) {
      state.failure = error
      state.failedStream = stream
    }
  }

  var failure: (error: DownloadError, stream: Int?)? {
    state.withLock { state in state.failure.map { ($0, state.failedStream) } }
  }

  var totals: (requests: Int, retries: Int, bytes: Int64) { state.withLock { $0.totals } }

  // MARK: - The next request

  /// The next pieces that one request can cover; nil at the end.
  private func advance(_ state: inout State) -> (Int, Range<Int>)? {
    while state.stream < contexts.count {
      let context = contexts[state.stream]
      let pieces = context.stream.pieces
      while state.piece < pieces.count {
        let first = state.piece
        guard isWanted(pieces[first]), !context.isStored(first) else {
          state.piece += 1
          continue
        }
        state.piece = endOfRun(from: first, in: context)
        return (state.stream, first..<state.piece)
      }
      state.stream += 1
      state.piece = 0
    }
    return nil
  }

  private func isWanted(_ piece: Piece) -> Bool { !piece.isGap && piece.uri.isHTTP != isLocal }

  private func endOfRun(from first: Int, in context: StreamContext) -> Int {
    let pieces = context.stream.pieces
    guard var range = pieces[first].range, !isLocal else { return first + 1 }
    var bytes = range.length
    var end = first + 1
    while end < pieces.count, let next = pieces[end].range, next.offset == range.end,
      bytes + next.length <= span, pieces[end].uri == pieces[first].uri, isWanted(pieces[end]),
      !context.isStored(end)
    {
      bytes += next.length
      range = next
      end += 1
    }
    return end
  }

  private func job(_ id: Int, _ stream: Int, _ pieces: Range<Int>) -> TransferJob {
    let context = contexts[stream]
    let all = context.stream.pieces
    let first = all[pieces.lowerBound]
    let lengths = first.range == nil ? [] : pieces.compactMap { all[$0].range?.length }
    return TransferJob(
      id: id, uri: first.uri, kind: .media, start: first.range?.offset, pieceLengths: lengths,
      limit: SourceLimits.segment,
      makeSink: { PieceWriter(pieces.lowerBound + $0, of: context) })
  }
}
