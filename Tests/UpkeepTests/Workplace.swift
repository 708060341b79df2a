import Files
import Glibc

/// A folder of a test's own, deleted with all that it holds when the test lets go of it.
final class Workplace: Sendable {
  struct NoFolder: Error {}

  let path: String

  init() throws {
    var template = Array("/tmp/hlspack-upkeep-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoFolder() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    do {
      try Folder.open(FilePath.parent(path)).removeTree(FilePath.lastComponent(path))
    } catch {
      print("cannot delete \(path): \(error)")
    }
  }

  func at(_ name: String) -> String { FilePath.join(path, name) }
}
