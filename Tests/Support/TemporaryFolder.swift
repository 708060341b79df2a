import Files
import Foundation

/// A folder of one test's own, removed with all it holds when the last reference to it goes.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path, free of symbolic links.
  package let path: String

  /// - Parameter purpose: a word for its name, for whoever finds it after a crash.
  package init(_ purpose: String = "test") throws(SupportError) {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    var template = Array("\(FilePath.join(base, "hlspack-\(purpose)")).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SupportError("creating a temporary folder in \(base)", String(cString: strerror(errno)))
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // A server that is just ending may remove a file of its own under our hands, which ends the removal: again then.
    // What cannot be removed at all is left to the system's own clean-up; there is nobody to tell.
    for _ in 0..<5 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// The path of something in the folder.
  package func path(_ relative: String) -> String { FilePath.join(path, relative) }

  /// Makes a folder, with those above it.
  @discardableResult
  package func makeFolder(_ relative: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path(relative), withIntermediateDirectories: true)
    return path(relative)
  }

  /// Writes a file, with the folders above it.
  @discardableResult
  package func write(_ bytes: [UInt8], to relative: String) throws -> String {
    try makeFolder(FilePath.parent(relative))
    try Data(bytes).write(to: URL(fileURLWithPath: path(relative)))
    return path(relative)
  }

  /// Writes a file of text, with the folders above it.
  @discardableResult
  package func write(_ text: String, to relative: String) throws -> String {
    try write(Array(text.utf8), to: relative)
  }

  /// The whole of a file.
  package func read(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  /// The whole of a file, as text.
  package func text(_ relative: String) throws -> String {
    String(decoding: try read(relative), as: UTF8.self)
  }
}
