import Digest
import Files
import Testing

@testable import BundleStore

@Suite("Reading lines")
struct LineReaderTests {
  @Test("keeps memory flat however long the file is, and tells the digest of all of it")
  func flat() throws {
    let place = try Workplace()
    let lines = (0..<40_000).map { "line \($0) " + String(repeating: "x", count: $0 % 200) }
    let whole = Array(lines.joined(separator: "\n").utf8) + [0x0A]
    try place.folder.writeWhole("lines", whole, durable: false)
    var reader = LineReader(try place.folder.openForReading("lines"))
    var count = 0
    var largest = 0
    while let line = try reader.next() {
      let text = String(decoding: reader.buffer[line], as: UTF8.self)
      if text != lines[count] { Issue.record("line \(count) is \(text)") }
      count += 1
      largest = max(largest, reader.buffer.count)
    }
    #expect(count == lines.count)
    let (digest, offset, isCut) = (reader.digest(), reader.offset, reader.isCut)
    #expect(digest == SHA256Digest.of(whole))
    #expect(offset == Int64(whole.count))
    #expect(!isCut)
    #expect(largest <= 256 << 10)
  }

  @Test(
    "finds lines of any length, empty ones too, and says when the last is cut",
    arguments: [1, 4096, 65_536, 200_000])
  func lengths(_ length: Int) throws {
    let place = try Workplace()
    let long = String(repeating: "y", count: length)
    try place.folder.writeWhole("lines", Array("\n\(long)\n\(long)".utf8), durable: false)
    var reader = LineReader(try place.folder.openForReading("lines"))
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: reader.buffer[line], as: UTF8.self)) }
    #expect(lines == ["", long, long])
    let isCut = reader.isCut
    #expect(isCut)
  }
}
