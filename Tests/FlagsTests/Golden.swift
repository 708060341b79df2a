import Foundation
import Testing

/// Compares a text with `Goldens/NAME`. With RECORD_GOLDENS set, or when the file is missing, it is written
/// anew; a missing one also fails, so that no golden is born unread.
func expectGolden(_ text: String, _ name: String, at place: SourceLocation = #_sourceLocation) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens").appendingPathComponent(name)
  let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
  guard !isRecording, FileManager.default.fileExists(atPath: file.path) else {
    try Data(text.utf8).write(to: file)
    #expect(isRecording, "\(name) was missing and is written now: read it", sourceLocation: place)
    return
  }
  let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  guard golden != text else { return }
  let pair = zip(
    golden.split(separator: "\n", omittingEmptySubsequences: false),
    text.split(separator: "\n", omittingEmptySubsequences: false))
  let number = pair.prefix { $0 == $1 }.count
  let line =
    text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(number).first ?? "the end"
  Issue.record(
    "\(name):\(number + 1): now reads \"\(line)\"; RECORD_GOLDENS=1 renews it", sourceLocation: place)
}
