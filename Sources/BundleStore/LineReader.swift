import Digest
import Files
import Glibc

/// A text file read line by line in bounded memory, with the digest of all that was read.
struct LineReader: ~Copyable, Sendable {
  private let file: OpenFile
  private let lineLimit: Int
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var hasher = SHA256Hasher()

  /// Holds the last line returned.
  private(set) var buffer: [UInt8]
  /// Bytes of the file before the line that comes next.
  private(set) var offset: Int64 = 0
  /// Whether the last line returned lacks its line feed.
  private(set) var isCut = false

  /// - Parameter lineLimit: in bytes; a longer line is an error.
  init(_ file: consuming OpenFile, lineLimit: Int = 1 << 20) {
    file.expectSequentialReading()
    self.file = file
    self.lineLimit = lineLimit
    buffer = [UInt8](repeating: 0, count: 64 << 10)
  }

  /// The place of the next line in `buffer`, without its line feed; nil at the end of the file.
  mutating func next() throws(SystemError) -> Range<Int>? {
    var searched = start
    while true {
      if let feed = lineFeed(from: searched) {
        let line = start..<feed
        offset += Int64(line.count + 1)
        start = feed + 1
        return line
      }
      searched = end - start
      if isAtEnd { return lastLine() }
      guard end - start <= lineLimit else {
        throw SystemError(
          code: EFBIG, deed: "reading \(file.name)", reason: "a line is longer than \(lineLimit) bytes")
      }
      try fill()
    }
  }

  /// The digest of the whole file, once `next` has returned nil.
  mutating func digest() -> SHA256Digest { hasher.finish() }

  private mutating func lastLine() -> Range<Int>? {
    guard start < end else { return nil }
    let line = start..<end
    offset += Int64(line.count)
    start = end
    isCut = true
    return line
  }

  private func lineFeed(from place: Int) -> Int? {
    let end = end
    return buffer.withUnsafeBytes { bytes in
      guard place < end, let base = bytes.baseAddress,
        let found = memchr(base + place, 0x0A, end - place)
      else { return nil }
      return found - UnsafeMutableRawPointer(mutating: base)
    }
  }

  /// Moves what is left to the front and reads more behind it.
  private mutating func fill() throws(SystemError) {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = try file.read(into: &chunk)
    guard count > 0 else {
      compact(room: 0)
      isAtEnd = true
      return
    }
    hasher.update(chunk.span.extracting(first: count).bytes)
    compact(room: count)
    buffer.replaceSubrange(end..<(end + count), with: chunk[..<count])
    end += count
  }

  private mutating func compact(room: Int) {
    let rest = end - start
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + start, rest)
      }
    }
    start = 0
    end = rest
    if buffer.count < rest + room {
      buffer.append(contentsOf: repeatElement(0, count: rest + room - buffer.count))
    }
  }
}
