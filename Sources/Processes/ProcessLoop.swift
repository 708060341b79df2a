import CSystem
import Glibc
import Synchronization

/// The loop of the thread that watches one child: it sleeps in poll until something happens.
struct ProcessLoop: ~Copyable {
  private let supervisor: Supervisor
  private let wake: Int32
  private var input: Int32
  private var output: Int32
  private var errors: Int32
  /// Readable once the child has ended; -1 where the kernel has no such thing.
  private let ended: Int32
  /// How much of the input has been written.
  private var written = 0
  private let deadline: ContinuousClock.Instant?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  init(_ supervisor: Supervisor, _ spawned: Spawned, wake: Int32) {
    self.supervisor = supervisor
    self.wake = wake
    input = spawned.input
    output = spawned.output
    errors = spawned.errors
    ended = csystem_process_descriptor(spawned.process)
    // No clock counts further than some centuries: what is longer than this is without a limit in effect.
    deadline = supervisor.command.timeLimit.map { ContinuousClock.now + min($0, .seconds(1 << 31)) }
  }

  consuming func run() {
    while !csystem_has_ended(supervisor.process) {
      var polled = [
        pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, nfds_t(polled.count), stopInTime())
      guard count > 0 else { continue }
      if polled[1].revents != 0 { emptyWakePipe() }
      if polled[2].revents != 0 { feed() }
      if polled[3].revents != 0 { output = hear(output, isErrors: false) }
      if polled[4].revents != 0 { errors = hear(errors, isErrors: true) }
    }
    drain()
    for descriptor in [input, output, errors, ended] where descriptor >= 0 { _ = close(descriptor) }
    supervisor.finish()
  }

  /// Stops the group when its time is over; how many milliseconds may pass until this is looked at again.
  private func stopInTime() -> Int32 {
    let now = ContinuousClock.now
    let next = supervisor.state.withLock { state -> ContinuousClock.Instant? in
      if let killTime = state.killTime {
        guard now >= killTime else { return killTime }
        _ = kill(-supervisor.process, SIGKILL)
        state.killTime = now + .seconds(1)
      } else if let deadline {
        guard now >= deadline else { return deadline }
        state.timedOut = true
        state.isStopping = true
        state.killTime = now + Command.grace
        _ = kill(-supervisor.process, SIGTERM)
      }
      return state.killTime
    }
    // Without a descriptor for the child's end the loop has to look by itself.
    let longest: Int64 = ended >= 0 ? 60_000 : 20
    guard let next else { return ended >= 0 ? -1 : Int32(longest) }
    let (seconds, attoseconds) = (next - now).components
    guard seconds < 60 else { return Int32(longest) }
    return Int32(min(longest, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// Writes what the pipe takes of the input; closes it after the last byte, or when nobody reads.
  private mutating func feed() {
    let bytes = supervisor.command.input
    let count = bytes[written...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count >= 0 { written += count }
    let isLater = count < 0 && (errno == EAGAIN || errno == EINTR)
    if written == bytes.count || (count < 0 && !isLater) {
      _ = close(input)
      input = -1
    }
  }

  /// Reads once; the descriptor, or -1 when its end has come.
  private mutating func hear(_ descriptor: Int32, isErrors: Bool) -> Int32 {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return descriptor }
    guard count > 0 else {
      _ = close(descriptor)
      return -1
    }
    let limit = supervisor.command.outputLimit
    let heard = buffer[..<count]
    supervisor.state.withLock { state in
      let room = max(0, limit - (isErrors ? state.errors.count : state.output.count))
      if heard.count > room { state.isTruncated = true }
      if isErrors {
        state.errors += heard.prefix(room)
      } else {
        state.output += heard.prefix(room)
      }
    }
    return descriptor
  }

  /// Takes what still stands in the pipes, which another process may hold open and go on filling.
  private mutating func drain() {
    for isErrors in [false, true] {
      var waiting: Int32 = 0
      let descriptor = isErrors ? errors : output
      guard descriptor >= 0, ioctl(descriptor, UInt(FIONREAD), &waiting) == 0 else { continue }
      var left = Int(waiting)
      while left > 0 {
        let open = hear(descriptor, isErrors: isErrors)
        left -= buffer.count
        guard open >= 0 else {
          if isErrors { errors = -1 } else { output = -1 }
          break
        }
      }
    }
  }

  private mutating func emptyWakePipe() {
    _ = buffer.withUnsafeMutableBytes { read(wake, $0.baseAddress, $0.count) }
  }
}
