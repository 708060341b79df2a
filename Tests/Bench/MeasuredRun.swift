import Glibc

/// One run of a program, from its start to its end, and what it took.
struct MeasuredRun {
  /// Nil where a signal ended it.
  let exitCode: Int32?
  /// Seconds on the clock.
  let wall: Double
  /// Seconds of the processor, the kernel's share too.
  let processor: Double
  /// Bytes in memory at most.
  let peak: Int

  /// What the program writes goes to /dev/null. Nil when it cannot be started or waited for.
  init?(_ arguments: [String]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let start = Self.now
    guard let name = words[0], posix_spawn(&process, name, &actions, nil, &words, environ) == 0 else {
      return nil
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
    wall = Self.now - start
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    processor = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    peak = Int(usage.ru_maxrss) << 10
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
