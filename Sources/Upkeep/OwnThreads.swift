import BundleStore
import Files
import Glibc

/// Threads of our own for work that blocks: Swift's pool never waits for a disk.
enum OwnThreads {
  /// Runs the work on a new thread and returns at once. 0, or the system's number when there is no thread.
  static func start(_ work: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    return create(&thread, &attributes, work)
  }

  /// Runs the work `count` times at once, one of them on this thread, and returns when all have ended. Where the
  /// system has no more threads to give, fewer run.
  static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      var thread = pthread_t()
      guard create(&thread, nil, work) == 0 else { break }
      threads.append(thread)
    }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// What the work gives, done on a new thread.
  /// - Parameter place: the path that it is about, for the message where the system has no thread to give.
  static func value<Value: Sendable>(
    for place: String, _ work: @escaping @Sendable () throws(BundleError) -> Value
  ) async throws(BundleError) -> Value {
    let result: Result<Value, BundleError> = await withCheckedContinuation { waiting in
      let code = start {
        waiting.resume(returning: Result { () throws(BundleError) in try work() })
      }
      guard code != 0 else { return }
      let error = SystemError(code: code, deed: "starting a thread")
      waiting.resume(
        returning: .failure(
          BundleError(.disk, "working", place: place, reason: error.description, system: error)))
    }
    return try result.get()
  }

  private final class Box: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static func create(
    _ thread: inout pthread_t, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ work: @escaping @Sendable () -> Void
  ) -> Int32 {
    let box = Unmanaged.passRetained(Box(work))
    let code = pthread_create(
      &thread, attributes,
      { pointer in
        // Signals belong to the threads that wait for them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    if code != 0 { box.release() }
    return code
  }
}
