import CSystem
import Glibc
import Synchronization

/// Watches one child from a thread of its own: feeds it, hears it, stops it in time, waits for it.
///
/// The child's number is used only while the child has not been waited for, so no other process is ever hit.
final class Supervisor: Sendable {
  struct State: ~Copyable {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var isTruncated = false
    var timedOut = false
    /// The group was told to stop; what is left of it goes when the child has ended.
    var isStopping = false
    /// When the group is killed.
    var killTime: ContinuousClock.Instant?
    var result: ProcessResult?
    var waiting: [CheckedContinuation<ProcessResult, Never>] = []
  }

  let process: pid_t
  let command: Command
  let state = Mutex(State())
  /// Wakes the thread: its reading end is in the thread's poll.
  private let wake: WakePipe

  private init(_ process: pid_t, _ command: Command, _ wake: WakePipe) {
    self.process = process
    self.command = command
    self.wake = wake
  }

  static func start(_ command: Command) throws(ProcessError) -> Supervisor {
    guard let wake = WakePipe() else { throw ProcessError(code: errno, executable: command.executable) }
    let spawned = try Spawned.start(command)
    let supervisor = Supervisor(spawned.process, command, wake)
    let code = startThread { ProcessLoop(supervisor, spawned, wake: wake.reader).run() }
    guard code == 0 else {
      // Nobody can watch it: it must not stay.
      _ = Glibc.kill(-spawned.process, SIGKILL)
      waitpid(spawned.process, nil, 0)
      for end in [spawned.input, spawned.output, spawned.errors] { _ = close(end) }
      throw ProcessError(code: code, executable: command.executable)
    }
    return supervisor
  }

  var result: ProcessResult? { state.withLock { $0.result } }
  var outputSoFar: [UInt8] { state.withLock { $0.output } }
  var errorsSoFar: [UInt8] { state.withLock { $0.errors } }

  @discardableResult
  func send(signal: Int32, toGroup: Bool) -> Bool {
    state.withLock { state in
      state.result == nil && Glibc.kill(toGroup ? -process : process, signal) == 0
    }
  }

  func terminate(grace: Duration) {
    state.withLock { state in
      guard state.result == nil else { return }
      let time = ContinuousClock.now + min(grace, .seconds(1 << 31))
      state.isStopping = true
      state.killTime = state.killTime.map { min($0, time) } ?? time
      _ = Glibc.kill(-process, SIGTERM)
    }
    wake.signal()
  }

  func kill() {
    state.withLock { $0.isStopping = true }
    send(signal: SIGKILL, toGroup: true)
  }

  func wait() async -> ProcessResult {
    await withCheckedContinuation { continuation in
      let known: ProcessResult? = state.withLock { state in
        if state.result == nil { state.waiting.append(continuation) }
        return state.result
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Waits for the child, which has ended, and tells everybody. Called by the thread, once.
  func finish() {
    let (result, waiting) = state.withLock { state in
      if state.isStopping { _ = Glibc.kill(-process, SIGKILL) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      let result = ProcessResult(
        ending: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal), output: state.output,
        errors: state.errors, isTruncated: state.isTruncated, timedOut: state.timedOut)
      state.result = result
      let waiting = state.waiting
      state.waiting = []
      return (result, waiting)
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }
}

/// Two ends by which one thread wakes another out of its poll.
final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  /// Nil with `errno` where there are no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else { return nil }
    (reader, writer) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    _ = (close(reader), close(writer))
  }

  func signal() {
    var byte: UInt8 = 0
    // A full pipe wakes as well.
    _ = write(writer, &byte, 1)
  }
}

/// Runs the work on a thread of its own, with every signal left to the others. 0, or the system's number.
private func startThread(_ work: @escaping @Sendable () -> Void) -> Int32 {
  final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  let box = Unmanaged.passRetained(Box(work))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { pointer in
      // SIGPIPE above all: a child that closes its input early is no reason to die.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work() }
      return nil
    }, box.toOpaque())
  if code != 0 { box.release() }
  return code
}
