import Addresses

/// The steps of the dispatcher, each taken under its lock.
extension Dispatcher.State {
  typealias Time = ContinuousClock.Instant

  func index(of run: Run) -> Int? { runs.firstIndex { $0.run === run } }

  /// The next work that is here already: what is ready, then what has waited long enough.
  mutating func takeFirst(at now: Time) -> Work? {
    if !ready.isEmpty { return ready.removeFirst() }
    guard waitingCount > 0 else { return nil }
    for origin in hosts.keys {
      guard let work = hosts[origin]?.takeDue(at: now) else { continue }
      waitingCount -= 1
      if hosts[origin]?.isIdle(at: now) == true { hosts[origin] = nil }
      return work
    }
    return nil
  }

  /// Starts work on an engine, gives it to the one that its origin is pinned to, or parks it (nil) while its
  /// host is left alone.
  mutating func place(_ work: Work, on engine: Int, at now: Time) -> Dispatcher.Order? {
    var work = work
    if !work.isCancelled, !hosts.isEmpty, hosts[work.origin]?.isPaused(at: now) == true {
      park(work)
      return nil
    }
    active += 1
    let pin = pins.isEmpty ? nil : pins[work.origin]
    work.countsInShare = pin == nil
    if let pin, pin != engine {
      inboxes[pin].append(work)
      return .handedTo(pin)
    }
    if pin == nil { shares[engine] += 1 }
    return .start(work)
  }

  mutating func park(_ work: Work) {
    hosts[work.origin, default: HostQueue()].park(work)
    waitingCount += 1
  }

  /// Gives back the room of work that was started.
  mutating func release(_ work: Work, from engine: Int) {
    active -= 1
    if work.countsInShare { shares[engine] -= 1 }
  }

  /// Which source to ask; room for its answer is taken already.
  mutating func ask() -> Dispatcher.Order? {
    for index in runs.indices {
      let state = runs[index]
      guard !state.isExhausted, !state.isStarved, !state.run.isCancelled else { continue }
      active += 1
      runs[index].outstanding += 1
      return .ask(state.run, turn: state.turn)
    }
    return nil
  }

  /// When parked work may go on; nil when none waits.
  func nextDue(at now: Time) -> Time? {
    waitingCount == 0 ? nil : hosts.values.lazy.compactMap { $0.due(at: now) }.min()
  }

  mutating func noteSuccess(of origin: Origin, at now: Time) {
    guard !hosts.isEmpty, hosts[origin] != nil else { return }
    hosts[origin]?.noteSuccess()
    if hosts[origin]?.isIdle(at: now) == true { hosts[origin] = nil }
  }

  /// Takes out the runs that are over; their continuations are to be resumed outside the lock.
  mutating func takeOver() -> [Dispatcher.RunState] {
    guard runs.contains(where: \.isOver) else { return [] }
    let over = runs.filter(\.isOver)
    runs.removeAll(where: \.isOver)
    return over
  }

  /// Moves cancelled work to where the engines find it first.
  mutating func expediteCancelled() {
    for origin in hosts.keys {
      let cancelled = hosts[origin]?.takeCancelled() ?? []
      waitingCount -= cancelled.count
      ready += cancelled
    }
  }

  /// Takes out all work that no engine has; each counts as active afterwards.
  mutating func takeEverything() -> [Work] {
    active += ready.count + waitingCount
    let all = ready + inboxes.joined() + hosts.values.flatMap(\.waiting)
    ready = []
    inboxes = inboxes.map { _ in [] }
    hosts = [:]
    waitingCount = 0
    return all
  }
}
