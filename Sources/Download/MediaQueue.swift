import Addresses
import Playlist
import Synchronization
import Transfer

/// The jobs of a build, made one by one as engines ask: pieces in the order of the plan, adjacent byte ranges
/// of one resource put together into one request.
///
/// What fails for now does not end the work: the rest is fetched first, then what failed is asked for again in a
/// further pass, as long as a pass brings anything. What is refused, gone or wrong waits for a remedy, other
/// addresses of the same stream; without one the first such failure ends the work.
final class MediaQueue: JobSource {
  /// What the owner knows of the world: given once, before the first job.
  struct Conditions: Sendable {
    /// Whether a transfer may begin now; the owner wakes the engines when that changes.
    var isOpen: @Sendable () -> Bool = { true }
    /// Called when jobs of a stream wait for a remedy: `provide` or `deny` answers, each exactly once. Called under
    /// no lock, on an engine's thread; must not block. nil: there are no remedies.
    var onNeed: (@Sendable (RemedyRequest) -> Void)?
    /// Called when a further pass is to begin, under no lock: it waits for `resume`. nil: it begins at once.
    var onPass: (@Sendable (FurtherPass) -> Void)?
    /// How many passes in a row may bring nothing.
    var idlePassLimit = 0
  }

  /// Failures of a stream in a row after which the rest of it waits for the next pass: a host that is down must not
  /// be asked for thousands of segments one by one.
  static let patience = 8

  private let contexts: [StreamContext]
  /// Bytes that one request covers at most when it joins ranges.
  private let span: Int64
  private let isLocal: Bool
  private let segmentLimit: Int64
  private let conditions: Conditions
  private let state: Mutex<QueueState>

  /// - Parameters:
  ///   - connections: how many requests run at the same time; joined ranges leave work for each.
  ///   - segmentLimit: bytes that one segment may have.
  ///   - isLocal: hands out the pieces that are files of this machine, else those of the network.
  init(
    _ contexts: [StreamContext], connections: Int, segmentLimit: Int64 = SourceLimits.segment,
    isLocal: Bool = false, conditions: Conditions = Conditions()
  ) {
    self.segmentLimit = segmentLimit
    self.contexts = contexts
    self.isLocal = isLocal
    self.conditions = conditions
    let total = contexts.reduce(Int64(0)) { $0.addingSaturated(max(0, $1.stream.estimatedBytes)) }
    span = min(max(total / Int64(max(1, connections) * 4), 1 << 20), 16 << 20)
    state = Mutex(QueueState(contexts.map(\.stream.pieces), idlePassLimit: conditions.idlePassLimit))
  }

  // MARK: - What engines call

  func next() -> NextJob {
    var pass: FurtherPass?
    defer { if let pass { conditions.onPass?(pass) } }
    return state.withLock { state in
      while true {
        guard !state.isStopped else { return .finished }
        guard !state.isPausing, conditions.isOpen() else { return .later }
        if let (stream, pieces) = advance(&state) {
          return .job(job(state.begin(stream, pieces), stream, pieces, state))
        }
        guard state.isIdle else { return .later }
        pass = state.beginPass()
        guard pass != nil else { return .finished }
        state.isPausing = conditions.onPass != nil
      }
    }
  }

  func completed(_ results: [TransferResult]) {
    let needs = state.withLock { state in results.compactMap { settle($0, in: &state) } }
    for need in needs { conditions.onNeed?(need) }
  }

  /// Takes in one result; returns the remedy that is needed now.
  private func settle(_ result: TransferResult, in state: inout QueueState) -> RemedyRequest? {
    guard let job = state.end(result.jobID) else { return nil }
    if result.completePieces > 0 { state.noteBrought(job.stream) }
    guard let failure = result.failure else { return nil }
    let error = DownloadError(failure)
    guard let ailment = Ailment(failure, error), !isLocal, !state.isStopped else {
      state.fail(error, stream: job.stream)
      return nil
    }
    // Addresses have changed since: what failed was the old one.
    if job.generation != state.streams[job.stream].generation {
      state.again(job)
      return nil
    }
    guard conditions.onNeed != nil, state.streams[job.stream].mayAsk(for: ailment) else {
      state.giveUp(job, ailment, error)
      return nil
    }
    return state.park(job, ailment, error)
  }

  // MARK: - What the owner calls

  /// Other addresses of a stream's pieces were found: what waits is fetched from there, and all that follows.
  /// - Parameter pieces: as many as the stream has, of the same roles and lengths.
  func provide(_ pieces: [Piece], for request: RemedyRequest) {
    state.withLock { $0.provide(pieces, for: request) }
  }

  /// There are no other addresses. Returns the next remedy that is worth asking for; nil when none is left.
  func deny(_ request: RemedyRequest) -> RemedyRequest? {
    state.withLock { $0.deny(request) }
  }

  /// The pieces of a stream as they are asked for now.
  func pieces(of stream: Int) -> [Piece] { state.withLock { $0.streams[stream].pieces } }

  /// Asks for another place before anything of the stream failed; nil where one is asked for already, or was denied.
  func request(failoverOf stream: Int) -> RemedyRequest? {
    state.withLock { $0.request(failoverOf: stream) }
  }

  /// The pause before a further pass is over; the owner wakes the engines then.
  func resume() { state.withLock { $0.isPausing = false } }

  /// Ends the work for a reason that is not an engine's.
  func fail(_ error: DownloadError, stream: Int?) {
    state.withLock { $0.fail(error, stream: stream) }
  }

  /// The stream of a job that runs; nil when it does not.
  func stream(of job: Int) -> Int? { state.withLock { $0.running[job]?.stream } }

  /// What ended the work; nil while it goes on, and when all came.
  var failure: (error: DownloadError, stream: Int?)? {
    state.withLock { state in state.failure.map { ($0.error, $0.stream) } }
  }

  // MARK: - The next request

  /// The next pieces that one request can cover; nil when there are none now.
  private func advance(_ state: inout QueueState) -> (Int, Range<Int>)? {
    while let job = state.waitingAgain.last {
      // Part of it may have come.
      guard let first = job.pieces.first(where: { !contexts[job.stream].isStored($0) }) else {
        state.waitingAgain.removeLast()
        continue
      }
      let end = min(endOfRun(from: first, of: job.stream, state), job.pieces.upperBound)
      state.waitingAgain[state.waitingAgain.count - 1].pieces = end..<job.pieces.upperBound
      return (job.stream, first..<end)
    }
    while state.stream < contexts.count {
      let pieces = state.streams[state.stream].pieces
      while state.piece < pieces.count, state.streams[state.stream].failuresInARow < Self.patience {
        let first = state.piece
        guard isWanted(pieces[first]), !contexts[state.stream].isStored(first) else {
          state.piece += 1
          continue
        }
        state.piece = endOfRun(from: first, of: state.stream, state)
        return (state.stream, first..<state.piece)
      }
      state.stream += 1
      state.piece = 0
    }
    return nil
  }

  private func isWanted(_ piece: Piece) -> Bool { !piece.isGap && piece.uri.isHTTP != isLocal }

  private func endOfRun(from first: Int, of stream: Int, _ state: QueueState) -> Int {
    let pieces = state.streams[stream].pieces
    guard var range = pieces[first].range, !isLocal else { return first + 1 }
    var bytes = range.length
    var end = first + 1
    while end < pieces.count, let next = pieces[end].range, next.offset == range.end,
      bytes + next.length <= span, pieces[end].uri == pieces[first].uri, isWanted(pieces[end]),
      !contexts[stream].isStored(end)
    {
      bytes += next.length
      range = next
      end += 1
    }
    return end
  }

  private func job(_ id: Int, _ stream: Int, _ pieces: Range<Int>, _ state: QueueState) -> TransferJob {
    let context = contexts[stream]
    let all = state.streams[stream].pieces
    let first = all[pieces.lowerBound]
    let lengths = first.range == nil ? [] : pieces.compactMap { all[$0].range?.length }
    return TransferJob(
      id: id, uri: first.uri, kind: .media, start: first.range?.offset, pieceLengths: lengths,
      limit: segmentLimit,
      makeSink: { PieceWriter(pieces.lowerBound + $0, of: context) })
  }
}
