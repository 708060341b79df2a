import CSystem
import Glibc

/// A child that has just been started, with our ends of its three pipes.
struct Spawned: Sendable {
  let process: pid_t
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Starts a command: own process group, default signals, no descriptor but the three.
  static func start(_ command: Command) throws(ProcessError) -> Spawned {
    let path = try command.resolvedExecutable()
    let pipes = try Pipes(for: command.executable)
    var process: pid_t = 0
    let variables = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let code = withCStrings([command.executable] + command.arguments) { arguments in
      withCStrings(variables) { variables in
        csystem_spawn(
          &process, path, arguments, variables, command.workingFolder, pipes.input.read, pipes.output.write,
          pipes.errors.write)
      }
    }
    pipes.closeTheirs()
    guard code == 0 else {
      pipes.closeOurs()
      throw ProcessError(code: code, executable: command.executable)
    }
    return Spawned(
      process: process, input: pipes.input.write, output: pipes.output.read, errors: pipes.errors.read)
  }

  /// The texts as a list of C strings with a nil at the end, for the length of one call.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
  }
}

/// The three pipes of a child, both ends of each, all close-on-exec and above the standard three.
private struct Pipes {
  typealias Pipe = (read: Int32, write: Int32)
  let input: Pipe
  let output: Pipe
  let errors: Pipe

  init(for executable: String) throws(ProcessError) {
    var made: [Pipe] = []
    for _ in 0..<3 {
      guard let pipe = Self.make() else {
        let code = errno
        for pipe in made { _ = (close(pipe.read), close(pipe.write)) }
        throw ProcessError(code: code, executable: executable)
      }
      made.append(pipe)
    }
    (input, output, errors) = (made[0], made[1], made[2])
    // Only our ends: the child gets blocking ones, as programs expect.
    for end in [input.write, output.read, errors.read] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  func closeTheirs() { for end in [input.read, output.write, errors.write] { _ = close(end) } }

  func closeOurs() { for end in [input.write, output.read, errors.read] { _ = close(end) } }

  /// Nil with `errno` where there are no descriptors left.
  private static func make() -> Pipe? {
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else { return nil }
    return (ends[0], ends[1])
  }
}

extension Command {
  /// The path to start; refuses what cannot be said in C strings.
  fileprivate func resolvedExecutable() throws(ProcessError) -> String {
    let texts = [executable, workingFolder ?? ""] + arguments + environment.keys + environment.values
    guard !executable.isEmpty, !texts.contains(where: { $0.utf8.contains(0) }),
      !environment.keys.contains(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "=")) })
    else {
      throw ProcessError(
        kind: .invalid, executable: executable, reason: "not a legal name, argument or variable")
    }
    if executable.utf8.contains(UInt8(ascii: "/")) { return executable }
    let folders = (environment["PATH"] ?? Self.defaultSearchPath).split(separator: ":")
    // A folder that is not absolute would find what lies about where one happens to stand.
    for folder in folders where folder.hasPrefix("/") {
      let path = "\(folder)/\(executable)"
      if access(path, X_OK) == 0 { return path }
    }
    throw ProcessError(code: ENOENT, executable: executable)
  }
}

extension ProcessError {
  /// The refusal that the system's number stands for.
  init(code: Int32, executable: String) {
    var buffer = [CChar](repeating: 0, count: 256)
    let known = strerror_r(code, &buffer, buffer.count) == 0
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.init(
      kind: code == ENOENT ? .notFound : .refused, executable: executable,
      reason: known ? text.prefix(1).lowercased() + text.dropFirst() : "error \(code)")
  }
}
