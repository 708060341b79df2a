/// A program to run, and within which bounds. Nothing of this process reaches it but what stands here.
package struct Command: Sendable {
  /// The program: a path where it holds a `/`, else a name sought in the `PATH` of `environment`.
  package var executable: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// All the variables that the program sees. Empty: none; the name is then sought in `defaultSearchPath`.
  package var environment: [String: String]
  /// The folder it starts in; nil: the same as this process's. A relative `executable` starts from it.
  package var workingFolder: String?
  /// What it reads on standard input; then comes the end.
  package var input: [UInt8]
  /// How long it may run; nil: as long as it likes. Then it and its process group are stopped.
  package var timeLimit: Duration?
  /// The bytes kept of standard output, and of standard error; more is read and dropped.
  package var outputLimit: Int

  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    workingFolder: String? = nil, input: [UInt8] = [], timeLimit: Duration? = .seconds(60),
    outputLimit: Int = 1 << 20
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.input = input
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
  }

  /// Where names are sought when the environment has no `PATH`.
  package static var defaultSearchPath: String { "/usr/local/bin:/usr/bin:/bin" }

  /// How long a program that is told to stop has to do so before it is killed.
  package static var grace: Duration { .seconds(2) }

  /// Runs the program to its end.
  ///
  /// An end with any code or by a signal is a result, and so is the time limit. Cancelling the task stops
  /// the program, as the time limit does; then the error is `ProcessError.Kind.cancelled`.
  package func run() async throws(ProcessError) -> ProcessResult {
    let running = try RunningProcess.start(self)
    let result = await withTaskCancellationHandler {
      await running.wait()
    } onCancel: {
      running.terminate()
    }
    if Task.isCancelled {
      throw ProcessError(kind: .cancelled, executable: executable, reason: "cancelled")
    }
    return result
  }
}

/// How a program ended, and what it said.
package struct ProcessResult: Sendable, Hashable {
  package enum Ending: Sendable, Hashable {
    /// By itself, with a code from 0 to 255.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
  }

  package let ending: Ending
  /// What it wrote on standard output, at most `outputLimit` bytes.
  package let output: [UInt8]
  /// What it wrote on standard error, at most `outputLimit` bytes.
  package let errors: [UInt8]
  /// Whether more was written than was kept, on either.
  package let isTruncated: Bool
  /// Whether it was stopped because it ran longer than it may.
  package let timedOut: Bool

  /// The code it ended with; nil where a signal ended it.
  package var exitCode: Int32? {
    if case .exited(let code) = ending { code } else { nil }
  }

  /// The signal that ended it; nil where it ended by itself.
  package var signal: Int32? {
    if case .signalled(let signal) = ending { signal } else { nil }
  }

  /// Whether it ended by itself, in time, with code 0.
  package var isSuccess: Bool { ending == .exited(0) && !timedOut }
}

/// A program that could not be run.
package struct ProcessError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// There is no such program.
    case notFound
    /// The system refused to start it.
    case refused
    /// An argument, a variable or a path that no program can be given.
    case invalid
    /// The task was cancelled.
    case cancelled
  }

  package let kind: Kind
  package let executable: String
  package let reason: String

  package var description: String { "running \(executable): \(reason)" }
}
