import Glibc
import Synchronization

/// Runs blocking work on a thread of its own, never on Swift's pool.
enum Workers {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// What the body returns, once it has.
  static func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }

  /// Starts a detached thread; where the system has none left the work is done here and now.
  private static func start(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      work.takeRetainedValue().body()
    }
  }
}
