package import Digest

/// `SHA256SUMS`: a line for every file but itself and `state.json`, as `sha256sum` writes and checks it.
package enum Sums {
  /// No such text of ours is longer.
  package static let byteLimit = 512 << 20

  /// One line.
  package struct Line: Sendable, Hashable {
    package var path: BundlePath
    package var sha256: SHA256Digest

    package init(path: BundlePath, sha256: SHA256Digest) {
      self.path = path
      self.sha256 = sha256
    }
  }

  /// The text for these files, sorted by the bytes of their paths.
  package static func text(of lines: [Line]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(lines.count * 128)
    for line in lines.sorted(by: { $0.path < $1.path }) {
      text.append(contentsOf: line.sha256.hex.utf8)
      text.append(0x20)
      text.append(0x20)
      text.append(contentsOf: line.path.text.utf8)
      text.append(0x0A)
    }
    return text
  }

  /// The lines of a text.
  /// - Parameter place: the path of the bundle, for messages.
  /// - Throws: `damaged` for a line of another form, a path outside the grammar, or an order that is not by
  ///   path.
  package static func lines(of text: [UInt8], place: String = "") throws(BundleError) -> [Line] {
    var lines: [Line] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let feed = rest.firstIndex(of: 0x0A), let line = line(rest[..<feed]) else {
        throw damaged("line \(lines.count + 1) is not a SHA-256 and a path of a bundle", place)
      }
      if let last = lines.last, !(last.path < line.path) {
        throw damaged("line \(lines.count + 1) is out of order", place)
      }
      lines.append(line)
      rest = rest[(feed + 1)...]
    }
    return lines
  }

  /// The 64 bytes that are written as the digest of one file, found without reading the other lines; nil when
  /// the file has no line.
  static func written(for path: BundlePath, in text: [UInt8]) -> ArraySlice<UInt8>? {
    let wanted = Array("  \(path.text)".utf8)
    for line in text.split(separator: 0x0A) where line.count == 64 + wanted.count {
      if line.suffix(wanted.count).elementsEqual(wanted) {
        return line.prefix(64)
      }
    }
    return nil
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let start = bytes.startIndex
    guard bytes.count > 66, bytes[start + 64] == 0x20, bytes[start + 65] == 0x20,
      let sha256 = SHA256Digest(hex: String(decoding: bytes[..<(start + 64)], as: UTF8.self)),
      let path = BundlePath(String(decoding: bytes[(start + 66)...], as: UTF8.self))
    else { return nil }
    return Line(path: path, sha256: sha256)
  }

  private static func damaged(_ reason: String, _ place: String) -> BundleError {
    .damaged(place, file: BundlePath.sums.text, reason)
  }
}
