import Files
import Transfer

/// Keeps transfers within a daily window: those under way go on, new ones wait for its next opening.
struct WindowGate: Sendable {
  let window: DailyWindow
  let now: @Sendable () -> Instant

  var isOpen: Bool { window.isOpen(at: now()) }

  /// Looks at the clock until the task is cancelled; wakes the engines when the window opens.
  /// - Parameter onClose: called at each closing with the next opening.
  func watch(_ transfers: Transfers, onClose: @Sendable (Instant) -> Void) async {
    var wasOpen = true
    while !Task.isCancelled {
      let instant = now()
      let isOpen = window.isOpen(at: instant)
      if isOpen, !wasOpen { transfers.wake() }
      if !isOpen, wasOpen, let opening = window.opening(from: instant) { onClose(opening) }
      wasOpen = isOpen
      let change = isOpen ? window.closing(from: instant) : window.opening(from: instant)
      guard let change else { return }
      // Being woken early means that the work has ended.
      try? await Task.sleep(for: .seconds(Self.pause(until: change, at: instant)))
    }
  }

  /// Seconds to sleep before the clock is looked at again: it may be set meanwhile, or the machine may sleep.
  static func pause(until change: Instant, at now: Instant) -> Int64 {
    min(max(change.seconds - now.seconds, 1), 30)
  }
}
