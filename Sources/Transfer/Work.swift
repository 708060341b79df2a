import Addresses
import Synchronization

/// A job or a fetch on its way: what is wanted, for whom, and how far it came. Owned by one holder at a time.
struct Work: Sendable {
  enum Client: Sendable {
    case fetch(FetchTicket)
    case run(Run, jobID: Int, makeSink: @Sendable (Int) -> any PieceSink)
  }

  let asked: Asked
  let client: Client
  /// The first hop's, under which it queues.
  let origin: Origin

  var completePieces = 0
  /// The piece under way, where the last attempt left one to go on with.
  var kept: KeptPiece?
  /// Failed attempts since the last one that made progress.
  var failures = 0
  /// The most bytes of the piece under way that were ever kept: only what goes beyond is progress, so that a
  /// resource that changes again and again cannot keep us for ever.
  private var furthest: Int64 = 0
  var requests = 0
  var retries = 0
  var bytes: Int64 = 0
  /// Not to be tried before; nil: at once.
  var notBefore: ContinuousClock.Instant?
  /// Whether it counts towards its engine's share of the connections: it does not where its origin is pinned.
  var countsInShare = false

  init(_ job: TransferJob, of run: Run) {
    asked = Asked(job)
    client = .run(run, jobID: job.id, makeSink: job.makeSink)
    origin = job.uri.origin
  }

  init(_ request: FetchRequest, _ ticket: FetchTicket) {
    asked = Asked(request)
    client = .fetch(ticket)
    origin = request.uri.origin
  }

  var isCancelled: Bool {
    switch client {
    case .fetch(let ticket): ticket.isCancelled
    case .run(let run, _, _): run.isCancelled
    }
  }

  /// How many bytes in one attempt are progress where less than sixteen times as many are left.
  private static let progressStep: Int64 = 64 << 10

  /// What a request to a URI asks for: the rest of the piece under way where one is kept and the URI may go on with
  /// it.
  func demand(at uri: URI) -> Demand {
    let resumption = kept.flatMap { $0.isValid(at: uri) ? $0.resumption : nil }
    return Demand(pieces: asked.range(after: completePieces), resumption: resumption)
  }

  /// Enters what an attempt brought: how many pieces are complete, and what is kept of the next one.
  mutating func note(completePieces count: Int, kept: KeptPiece?) {
    self.kept = kept
    if count > completePieces {
      completePieces = count
      failures = 0
      furthest = 0
    }
    guard let kept else { return }
    let received = kept.resumption.received
    let length = asked.start == nil ? kept.resumption.total : asked.lengths[completePieces]
    let sixteenth = length.map { max(($0 - furthest) / 16, 1) } ?? Self.progressStep
    if received - furthest >= min(sixteenth, Self.progressStep) { failures = 0 }
    furthest = max(furthest, received)
  }

  var jobID: Int? { if case .run(_, let id, _) = client { id } else { nil } }
}

/// One call of `fetch`: the continuation that waits, resumed exactly once.
final class FetchTicket: Sendable {
  typealias Answer = Result<Fetched, TransferFailure>

  private enum State {
    case new
    case waiting(CheckedContinuation<Answer, Never>)
    case done
  }

  private let uri: URI
  private let state = Mutex(State.new)
  private let cancelled = Atomic(false)

  init(uri: URI) { self.uri = uri }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Leaves the continuation here; false when the fetch was cancelled before, and is over.
  func wait(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .new = state, !isCancelled else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWaiting { continuation.resume(returning: .failure(TransferFailure(.cancelled, uri: uri))) }
    return isWaiting
  }

  /// Ends the fetch; a second call does nothing.
  func finish(_ answer: Answer) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard case .waiting(let continuation) = state else { return nil }
      state = .done
      return continuation
    }
    continuation?.resume(returning: answer)
  }

  func cancel() {
    // Under the lock, so that `wait` sees either the flag or its continuation is found here.
    state.withLock { _ in cancelled.store(true, ordering: .relaxed) }
    finish(.failure(TransferFailure(.cancelled, uri: uri)))
  }
}

/// One call of `run`: a source and what is outstanding of it. The counts belong to the dispatcher's lock.
final class Run: Sendable {
  let source: any JobSource
  private let cancelled = Atomic(false)

  init(_ source: any JobSource) { self.source = source }

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
