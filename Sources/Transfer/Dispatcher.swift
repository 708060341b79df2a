import Addresses
import Synchronization

/// What stands above the engines: which work is next, what waits and until when, how many requests are under
/// way. Decides only; sends nothing. Its lock is never held while foreign code runs.
final class Dispatcher: Sendable {
  typealias Time = ContinuousClock.Instant

  /// What an engine that has room is told.
  enum Order {
    case start(Work)
    /// The work went to another engine, which is to be woken; ask again.
    case handedTo(Int)
    /// Ask this run's source, then call `admit`, `starve` or `exhaust`.
    case ask(Run, turn: Int)
    /// Nothing now; `until` is when there may be something without a wake-up.
    case idle(until: Time?)
    case close
  }

  /// A call of `run` under way.
  struct RunState {
    let run: Run
    /// Jobs given and questions asked, not yet settled.
    var outstanding = 0
    /// The source said that no more will come.
    var isExhausted = false
    /// The source said that nothing is there now.
    var isStarved = false
    /// Counts what ends a starvation, so that an answer given before does not start one.
    var turn = 0
    var continuation: CheckedContinuation<Void, Never>?

    var isOver: Bool { outstanding == 0 && (isExhausted || run.isCancelled) }

    /// The source may have something again.
    mutating func feed() {
      isStarved = false
      turn += 1
    }
  }

  struct State {
    var isClosed = false
    /// To be taken before anything else.
    var ready: [Work] = []
    /// Given to an engine that alone may carry it; already counted as active.
    var inboxes: [[Work]]
    var active = 0
    /// Requests of each engine, those of pinned origins apart.
    var shares: [Int]
    var hosts: [Origin: HostQueue] = [:]
    var waitingCount = 0
    /// Origins that speak HTTP/2, and the engine that has their connection.
    var pins: [Origin: Int] = [:]
    var runs: [RunState] = []
  }

  /// Work at its end.
  struct Ended {
    var work: Work
    /// nil: it succeeded.
    var failure: TransferFailure?
    /// What a fetch brought.
    var fetched: Fetched?

    /// Whether the host answered, be it with a refusal.
    var speaksForHost: Bool {
      guard let failure else { return true }
      return failure.status != nil && !failure.isOfHost
    }
  }

  /// Beyond so much parked work no source is asked: a failing host must not swallow a title's whole list.
  private static let waitingLimit = 4096
  /// Beyond so many HTTP/2 origins the others are not pinned.
  private static let pinLimit = 1024
  /// How soon an engine looks again when all connections are taken by others.
  private static let blockedInterval = Duration.milliseconds(100)

  let state: Mutex<State>
  private let connections: Int
  private let share: Int

  init(_ settings: TransferSettings) {
    connections = settings.connections
    share = (settings.connections + settings.engines - 1) / settings.engines
    state = Mutex(
      State(
        inboxes: Array(repeating: [], count: settings.engines),
        shares: Array(repeating: 0, count: settings.engines)))
  }

  /// The next order for an engine.
  func next(for engine: Int, now: Time) -> Order {
    state.withLock { state in
      if state.isClosed { return .close }
      if let work = state.inboxes[engine].popLast() { return .start(work) }
      guard state.active < connections else { return .idle(until: now + Self.blockedInterval) }
      guard state.shares[engine] < share else { return .idle(until: nil) }
      while let work = state.takeFirst(at: now) {
        if let order = state.place(work, on: engine, at: now) { return order }
      }
      if state.waitingCount < Self.waitingLimit, let order = state.ask() { return order }
      return .idle(until: state.nextDue(at: now))
    }
  }

  /// The source answered with a job. nil: it waits.
  func admit(_ work: Work, engine: Int, now: Time) -> Order? {
    state.withLock { state in
      state.active -= 1
      return state.place(work, on: engine, at: now)
    }
  }

  /// The source has nothing now; `turn` is the one it was asked in.
  func starve(_ run: Run, turn: Int) {
    settle(run) { state in if state.turn == turn { state.isStarved = true } }
  }

  /// The source has nothing ever again.
  func exhaust(_ run: Run) {
    settle(run) { $0.isExhausted = true }
  }

  /// Ends a question that brought no job.
  private func settle(_ run: Run, _ change: (inout RunState) -> Void) {
    let over = state.withLock { state -> [RunState] in
      state.active -= 1
      guard let index = state.index(of: run) else { return [] }
      state.runs[index].outstanding -= 1
      change(&state.runs[index])
      return state.takeOver()
    }
    for run in over { run.continuation?.resume() }
  }

  /// The work came to its end and its results have been reported. Returns whether a source that had nothing
  /// before may have something now, which the other engines should be told.
  func settle(_ ended: [Ended], engine: Int, now: Time) -> Bool {
    let (over, isFed) = state.withLock { state -> ([RunState], Bool) in
      var isFed = false
      for item in ended {
        state.release(item.work, from: engine)
        if item.speaksForHost { state.noteSuccess(of: item.work.origin, at: now) }
        guard case .run(let run, _, _) = item.work.client, let index = state.index(of: run) else { continue }
        isFed = isFed || state.runs[index].isStarved
        state.runs[index].feed()
        state.runs[index].outstanding -= 1
      }
      return (state.takeOver(), isFed)
    }
    for run in over { run.continuation?.resume() }
    return isFed
  }

  /// An attempt failed: the work waits for its next one. `isOrdered`: the host itself asked for the wait, so that
  /// all its work waits.
  func retry(_ work: Work, engine: Int, failure: TransferFailure, isOrdered: Bool) {
    state.withLock { state in
      state.release(work, from: engine)
      if failure.isOfHost, let end = work.notBefore {
        let isOrdered = isOrdered || failure.status == 429
        state.hosts[work.origin, default: HostQueue()].noteFailure(pauseUntil: end, isOrdered: isOrdered)
      }
      if work.isCancelled {
        state.ready.append(work)
      } else {
        state.park(work)
      }
    }
  }

  /// An origin answered in HTTP/2: from now on one engine carries its requests. The first to say so does.
  func pin(_ origin: Origin, to engine: Int) {
    state.withLock { state in
      guard state.pins[origin] == nil, state.pins.count < Self.pinLimit else { return }
      state.pins[origin] = engine
    }
  }
}
