import Digest
import Files
import Foundation
import Testing

@Suite struct FileHasherTests {
  @Test("a file of any length has the digest of its bytes, whatever was read before it")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer {
      // What cannot be removed from the temporary folder does no harm.
      try? FileManager.default.removeItem(at: folder)
    }
    var hasher = FileHasher()
    for length in [1_000_001, 0, 1, 4_096, 4_097, 262_144, 262_145] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 8) }
      let path = folder.appending(path: "\(length)").path
      try Data(bytes).write(to: URL(filePath: path))
      let file = try OpenFile.open(path)
      try file.seek(to: Int64(length / 2))
      var seen: [UInt8] = []
      let found = try hasher.digest(of: file) { part in part.withUnsafeBytes { seen.append(contentsOf: $0) } }
      #expect(found.digest == SHA256Digest.of(bytes))
      #expect(found.length == Int64(length))
      #expect(seen == bytes)
      let again = try fileDigest(file)
      #expect(again == found)
    }
  }
}
