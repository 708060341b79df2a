import BundleStore
import Digest

/// What SHA256SUMS must say, and how what it says compares.
struct SumsText {
  private struct Line {
    var path: String
    var sha256: SHA256Digest
  }

  private var lines: [Line] = []

  mutating func add(_ path: String, _ sha256: SHA256Digest) {
    lines.append(Line(path: path, sha256: sha256))
  }

  mutating func add(_ more: SumsText) { lines += more.lines }

  /// One line a file, sorted by the bytes of the paths, as `sha256sum` writes it.
  var bytes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(lines.count * 128)
    for line in lines.sorted(by: { $0.path < $1.path }) {
      text.append(contentsOf: line.sha256.hex.utf8)
      text.append(0x20)
      text.append(0x20)
      text.append(contentsOf: line.path.utf8)
      text.append(0x0A)
    }
    return text
  }

  /// The number of the first line, from 1, in which a text is another than this one; nil when it is the same.
  func firstDifference(from text: [UInt8]) -> Int? {
    let wanted = bytes
    guard wanted != text else { return nil }
    var line = 1
    for (byte, other) in zip(wanted, text) {
      if byte != other { break }
      if byte == 0x0A { line += 1 }
    }
    return line
  }
}
