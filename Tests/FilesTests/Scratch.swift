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

  /// How many descriptors of this process lead to the scratch or into it: other tests open and close theirs meanwhile.
  func openDescriptors() throws -> Int {
    let resolved = try target(of: "/proc/self/fd/\(folder.descriptor)") ?? path
    var count = 0
    for name in try Folder.open("/proc/self/fd").entries() {
      guard let target = try target(of: "/proc/self/fd/\(name)") else { continue }
      if target == resolved || target.hasPrefix(resolved + "/") { count += 1 }
    }
    return count
  }

  /// Where a link leads; nil where it has gone meanwhile.
  private func target(of link: String) throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(link, $0, bytes.count) } ?? -1
    }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// The names in a folder of the scratch.
  func names(_ relative: String = "") throws -> [String] { try folder.entries(relative) }
}

extension String {
  var octets: [UInt8] { Array(utf8) }
}
