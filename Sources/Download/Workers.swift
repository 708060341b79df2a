import Glibc
import Synchronization

/// Runs blocking work on a thread of its own, never on Swift's pool.
enum Workers {
  private final class Work: Sendable {
    /// Does the work; what it returns tells of the end.
    let body: @Sendable () -> @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> @Sendable () -> Void) { self.body = body }
  }

  /// What the body returns, once it has and nothing of it is held here any more: what it locked is free then.
  static func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      start {
        let value = body()
        return { continuation.resume(returning: value) }
      }
    }
  }

  /// Starts a detached thread; where the system has none left the work is done here and now.
  private static func start(_ body: @escaping @Sendable () -> @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let tell = Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        tell()
        return nil
      }, work.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      let tell = work.takeRetainedValue().body()
      tell()
    }
  }
}
