import Synchronization

/// How many bytes may be in memory at once, what is under way included: each reader reserves the most that it may
/// bring before it begins, and settles what it brought when it is done. One that must wait for others to settle
/// holds nothing meanwhile.
final class ByteBudget: Sendable {
  private struct State {
    /// Neither used nor reserved.
    var free: Int
    /// How many reservations are not settled.
    var open = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ bytes: Int) { state = Mutex(State(free: bytes)) }

  /// Sets bytes aside, as soon as they are there. False: they will never be, since what was brought stays.
  func reserve(_ bytes: Int) async -> Bool {
    while true {
      let isGranted = state.withLock { state -> Bool? in
        if state.free >= bytes {
          state.free -= bytes
          state.open += 1
          return true
        }
        return state.open == 0 ? false : nil
      }
      if let isGranted { return isGranted }
      await change()
    }
  }

  /// Ends a reservation of `reserved` bytes, of which `used` stay in memory.
  func settle(_ reserved: Int, used: Int) {
    let waiting = state.withLock { state in
      state.open -= 1
      state.free += reserved - min(used, reserved)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns once a reservation was settled.
  private func change() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        if state.open == 0 { return true }
        state.waiting.append(continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }
}
