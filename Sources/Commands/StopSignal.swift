import Glibc
import Synchronization

/// Signals that ask for an end: the first cancels the work, the second ends the process at once.
final class StopSignal: Sendable {
  private struct State {
    var received: Int32?
    var handler: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private static let watched: [Int32] = [SIGHUP, SIGINT, SIGTERM]

  /// Blocks the signals in this thread and those it starts. To be called before any other thread runs. A signal
  /// that the caller had ignored stays so (nohup).
  static func install() -> StopSignal {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow further (ulimit -f) is an error like a full disk, told by the call.
    signal(SIGXFSZ, SIG_IGN)
    var set = blocked
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return StopSignal()
  }

  private static var blocked: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in watched where !isIgnored(number) { sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Takes signals as they come, until the process ends.
  func waitForSignals() -> Never {
    var set = Self.blocked
    while true {
      var number: Int32 = 0
      // Without any signal to wait for there is still nothing else to do.
      guard sigwait(&set, &number) == 0 else {
        pause()
        continue
      }
      let (isFirst, handler) = state.withLock { state in
        defer { state.received = state.received ?? number }
        return (state.received == nil, state.handler)
      }
      guard isFirst else { _exit(128 + number) }
      handler?()
    }
  }

  /// What the first signal does; done at once when it has come already.
  func onStop(_ handler: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.handler = handler
      return state.received != nil
    }
    if isLate { handler() }
  }

  /// The code for the signal that came; nil when none did.
  var exitCode: ExitCode? {
    state.withLock { $0.received }.flatMap { ExitCode(rawValue: 128 + $0) }
  }
}
