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
