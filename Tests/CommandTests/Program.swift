import Files
import JSON
import Processes
import Support

/// The built program, run as a person would.
enum Program {
  struct Run {
    let code: Int32
    let output: String
    let errors: String

    /// The lines of standard output as JSON.
    /// - Throws: when one of them is none.
    func lines() throws -> [JSONValue] {
      try output.split(separator: "\n").map { try JSONReader.parse(Array($0.utf8)) }
    }

    /// The last line, which is the summary.
    func summary() throws -> JSONValue { try lines().last ?? .null }
  }

  /// - Parameters:
  ///   - folder: where it is run.
  ///   - environment: what is said there beside what is usual.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, input: String = "",
    timeLimit: Duration = .seconds(180), environment: [String: String] = [:]
  ) async throws -> Run {
    var command = try command(arguments, in: folder, timeLimit: timeLimit, environment)
    command.input = Array(input.utf8)
    let result = try await command.run()
    return Run(
      code: result.exitCode ?? -1, output: String(decoding: result.output, as: UTF8.self),
      errors: String(decoding: result.errors, as: UTF8.self))
  }

  /// Starts it and lets it run beside the test.
  static func start(_ arguments: [String], in folder: TemporaryFolder) async throws -> RunningProcess {
    try RunningProcess.start(command(arguments, in: folder, timeLimit: .seconds(300)))
  }

  private static func command(
    _ arguments: [String], in folder: TemporaryFolder, timeLimit: Duration,
    _ environment: [String: String] = [:]
  ) throws -> Processes.Command {
    Processes.Command(
      try Repository.program(), arguments,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
        .merging(environment) { $1 },
      workingFolder: folder.path, timeLimit: timeLimit, outputLimit: 64 << 20)
  }

  /// What `sha256sum -c` says in a bundle: the lines that are not OK.
  static func sumsFaults(in bundle: String) async throws -> [String] {
    let result = try await Tools.result(of: "sha256sum", ["-c", "SHA256SUMS"], in: bundle)
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasSuffix(": OK") }.map(String.init)
  }
}

/// All files below a folder, as paths relative to it, sorted; notes beside a bundle are no part of it.
func files(in folder: String) throws -> [String] {
  try Folder.open(folder).walk().filter { $0.status.kind == .file && $0.path != "state.json" }.map(\.path)
    .sorted()
}

/// What stands in a folder, sorted.
func names(in folder: String) throws -> [String] { try Folder.open(folder).entries().sorted() }
