import Files
import Glibc

/// A folder of a test's own, deleted with all that it holds when the test lets go of it.
final class Workplace {
  struct NoFolder: Error {}

  let path: String

  /// - Parameter inMemory: on the system's file system in memory, where waiting for the disk takes no time.
  init(inMemory: Bool = false) throws {
    let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/hlspack-store-XXXXXX".utf8CString)
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

  var folder: Folder {
    get throws { try Folder.open(path) }
  }

  func at(_ name: String) -> String { FilePath.join(path, name) }

  /// Makes a folder hold these files, by path, and nothing else.
  func restore(_ name: String, _ tree: [String: [UInt8]]) throws {
    try folder.removeTree(name)
    for (path, bytes) in tree {
      try Folder.createWithParents(at(FilePath.join(name, FilePath.parent(path))))
        .createFile(FilePath.lastComponent(path), exclusive: true).write(bytes)
    }
  }

  /// Content of every file beneath a name, by path.
  func tree(_ name: String) throws -> [String: [UInt8]] {
    let folder = try folder.folder(name)
    var tree: [String: [UInt8]] = [:]
    for entry in try folder.walk() where entry.status.kind == .file {
      tree[entry.path] = try folder.readWhole(entry.path, limit: 64 << 20)
    }
    return tree
  }
}
