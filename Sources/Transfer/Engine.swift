import CCurl
import Glibc
import Synchronization

/// A thread with a multi handle of its own.
final class Engine: Sendable {
  // Only `curl_multi_wakeup` is called off the engine's thread, which libcurl allows.
  nonisolated(unsafe) private let multi: CurlMulti
  private let thread = Mutex<pthread_t?>(nil)

  /// nil when memory is short.
  init?() {
    guard CurlLibrary.isReady, let multi = curl_multi_init() else { return nil }
    self.multi = multi
    // A refusal of either costs speed only.
    _ = ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 128)
  }

  deinit { curl_multi_cleanup(multi) }

  /// Starts the thread with what it does; false when the system has none to give.
  func start(_ body: @escaping @Sendable (CurlMulti) -> Void) -> Bool {
    let start = Unmanaged.passRetained(Start(engine: self, body: body))
    var identifier = pthread_t()
    let code = pthread_create(
      &identifier, nil,
      { pointer in
        guard let pointer else { return nil }
        // Signals are for other threads to take; those of libcurl's resolver inherit this.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
        start.body(start.engine.multi)
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      return false
    }
    thread.withLock { $0 = identifier }
    return true
  }

  /// Makes the thread look at its orders, now or, if it is at work, as soon as it would wait.
  func wake() { curl_multi_wakeup(multi) }

  /// Waits for the thread's end; from that thread itself only lets go of it.
  func join() {
    guard let identifier = thread.withLock({ $0.take() }) else { return }
    if pthread_equal(identifier, pthread_self()) != 0 {
      pthread_detach(identifier)
    } else {
      pthread_join(identifier, nil)
    }
  }

  private final class Start: Sendable {
    let engine: Engine
    let body: @Sendable (CurlMulti) -> Void

    init(engine: Engine, body: @escaping @Sendable (CurlMulti) -> Void) {
      self.engine = engine
      self.body = body
    }
  }
}
