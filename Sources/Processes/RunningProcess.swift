import Glibc

/// A program that runs beside this one. It is stopped, with its process group, when this value goes.
package final class RunningProcess: Sendable {
  private let supervisor: Supervisor

  private init(_ supervisor: Supervisor) {
    self.supervisor = supervisor
  }

  deinit {
    supervisor.kill()
  }

  /// Starts the program in a process group of its own.
  package static func start(_ command: Command) throws(ProcessError) -> RunningProcess {
    let supervisor = try Supervisor.start(command)
    return RunningProcess(supervisor)
  }

  /// The number of the process, which is also that of its group.
  package var identifier: Int32 { supervisor.process }

  /// Whether it has not ended yet.
  package var isRunning: Bool { supervisor.result == nil }

  /// What it has written on standard output up to now, at most `outputLimit` bytes.
  package var outputSoFar: [UInt8] { supervisor.outputSoFar }

  /// What it has written on standard error up to now, at most `outputLimit` bytes.
  package var errorsSoFar: [UInt8] { supervisor.errorsSoFar }

  /// Sends a signal to the program alone, not to its group; false where it has ended.
  @discardableResult
  package func send(signal: Int32) -> Bool { supervisor.send(signal: signal, toGroup: false) }

  /// Tells the group to stop (SIGTERM) and kills it when the grace is over. Returns at once.
  package func terminate(grace: Duration = Command.grace) { supervisor.terminate(grace: grace) }

  /// Waits until the program has ended; to be called as often as one likes. Cancelling does not end the wait.
  package func wait() async -> ProcessResult { await supervisor.wait() }
}
