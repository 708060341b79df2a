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
  /// Failed attempts since the last one that completed a piece.
  var failures = 0
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
