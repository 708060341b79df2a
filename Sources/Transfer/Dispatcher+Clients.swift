import Synchronization

/// What `Transfers` tells the dispatcher. The engines are to be woken after each.
extension Dispatcher {
  /// Takes in a fetch; false when it is too late.
  func submit(_ work: Work) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.ready.append(work)
      return true
    }
  }

  /// Takes in a run; its continuation is resumed when it is over.
  func register(_ run: Run, _ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      guard !state.isClosed, !run.isCancelled else { return true }
      state.runs.append(RunState(run: run, continuation: continuation))
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Sources may have something again.
  func feedAll() {
    state.withLock { state in
      for index in state.runs.indices { state.runs[index].feed() }
    }
  }

  /// Cancels every run.
  func cancelRuns() {
    for run in state.withLock({ $0.runs.map(\.run) }) { run.cancel() }
    expediteCancelled()
  }

  /// Something was cancelled: what of it waits need wait no longer.
  func expediteCancelled() {
    let over = state.withLock { state in
      state.expediteCancelled()
      return state.takeOver()
    }
    for run in over { run.continuation?.resume() }
  }

  /// No work is taken in or given out from now on.
  func close() {
    cancelRuns()
    state.withLock { $0.isClosed = true }
  }

  /// After the engines ended: takes what none of them had.
  func takeEverything() -> [Work] {
    state.withLock { $0.takeEverything() }
  }

  /// After the engines ended: ends every run that is left.
  func endRuns() {
    let left = state.withLock { state in
      let runs = state.runs
      state.runs = []
      return runs
    }
    for run in left { run.continuation?.resume() }
  }
}
