import Files
import Glibc

/// A folder of its own for one test, deleted at the end.
final class Scratch: Sendable {
  let path: String
  let folder: Folder

  init() throws {
    path = "/tmp/hlspack-files-\(getpid())-\(UInt64.random(in: .min ... .max))"
    folder = try Folder.create(path, mode: 0o700)
  }

  deinit {
    // A leftover in /tmp fails no test.
    try? Folder.open("/tmp").removeTree(FilePath.lastComponent(path))
  }

  func callAsFunction(_ relative: String) -> String { FilePath.join(path, relative) }

  func link(_ relative: String, to target: String) throws {
    guard symlink(target, self(relative)) == 0 else { throw SystemError.last("linking \(relative)") }
  }

  func text(_ relative: String) throws -> String {
    String(decoding: try folder.readWhole(relative, limit: 1 << 20), as: UTF8.self)
  }

  /// The names in a folder of the scratch.
  func names(_ relative: String = "") throws -> [String] { try folder.entries(relative) }
}

/// How many descriptors this process has open.
func openDescriptors() throws -> Int { try Folder.open("/proc/self/fd").entries().count }

extension String {
  var octets: [UInt8] { Array(utf8) }
}
