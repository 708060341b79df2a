import Foundation
import Testing

/// What a program said.
struct Said: Sendable {
  var output: String
  var errors: String
  var status: Int32
}

/// Runs a program with a text as its input. A missing program fails with the command that installs it.
func run(_ program: String, _ arguments: [String], input: String = "") throws -> Said {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let folder = try TemporaryFolder()
  let files = ["in", "out", "err"].map { folder.url.appendingPathComponent($0) }
  try Data(input.utf8).write(to: files[0])
  for file in files.dropFirst() { try Data().write(to: file) }
  process.standardInput = try FileHandle(forReadingFrom: files[0])
  process.standardOutput = try FileHandle(forWritingTo: files[1])
  process.standardError = try FileHandle(forWritingTo: files[2])
  try process.run()
  process.waitUntilExit()
  let said = try files.dropFirst().map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
  try #require(process.terminationStatus != 127, "\(program) is missing: run \"make deps-test\"")
  return Said(output: said[0], errors: said[1], status: process.terminationStatus)
}

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("flags-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder left behind in the temporary folder harms no later test.
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  func write(_ text: String, _ name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
