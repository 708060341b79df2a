import Testing
import Transfer

@Suite("values of a transfer")
struct ValueTests {
  @Test("back-off doubles to its cap, and chance only shortens it")
  func backOff() {
    let backOff = BackOff(base: .milliseconds(250), cap: .seconds(8), jitter: 0.5)
    let waits = (1...8).map { backOff.wait(afterFailures: $0, chance: 0) }
    #expect(waits == [0.25, 0.5, 1, 2, 4, 8, 8, 8].map { .seconds($0) })
    #expect(backOff.wait(afterFailures: 3, chance: 1) == .milliseconds(500))
    #expect(backOff.wait(afterFailures: 1_000_000, chance: 0) == .seconds(8))
  }

  @Test("a constant wait is just what was asked for, and no wait is too long to be doubled")
  func constantBackOff() {
    for wait in [Duration.zero, .milliseconds(1), .seconds(5), .seconds(86_400)] {
      let backOff = BackOff(base: wait, cap: wait, jitter: 0)
      for count in [1, 2, 30, 1_000_000] { #expect(backOff.wait(afterFailures: count, chance: 0.9) == wait) }
    }
    let growing = BackOff(base: .seconds(1), cap: .seconds(1 << 40), jitter: 0)
    #expect(growing.wait(afterFailures: 5, chance: 1) == .seconds(16))
    #expect(growing.wait(afterFailures: .max, chance: 1) == .seconds(1 << 40))
    #expect(
      BackOff(base: .seconds(9), cap: .seconds(2), jitter: 0).wait(afterFailures: 1, chance: 0) == .seconds(2)
    )
  }

  @Test("a header line is a token, a colon and a value on one line")
  func headerFields() {
    #expect(HeaderField(line: "X-Key:  a b ")?.value == "a b")
    #expect(HeaderField(line: "X-Empty:")?.value == "")
    for line in ["no colon", ": x", "a b: x", "A: x\r\nB: y", "A: \u{0}", "Ä: x"] {
      #expect(HeaderField(line: line) == nil, "\(line)")
    }
    #expect(HeaderField(line: "user-AGENT: x")?.goesEverywhere == true)
    #expect(HeaderField(line: "Authorization: x")?.goesEverywhere == false)
    #expect(HeaderField(line: "Accept-Encoding: br")?.isReserved == true)
  }

  @Test(
    "Content-Range is read strictly",
    arguments: [
      ("bytes 0-99/200", 0...99, 200), ("BYTES 5-5/*", 5...5, nil), ("bytes */200", nil, 200),
    ] as [(String, ClosedRange<Int64>?, Int64?)])
  func contentRange(_ text: String, _ bytes: ClosedRange<Int64>?, _ total: Int64?) {
    #expect(ContentRange(text)?.bytes == bytes.map { ByteRequest(first: $0.lowerBound, last: $0.upperBound) })
    #expect(ContentRange(text)?.total == total)
  }

  @Test(
    "what contradicts itself is no Content-Range",
    arguments: [
      "", "bytes", "bytes 9-1/20", "bytes 0-20/20", "items 0-1/2", "bytes -1-5/9", "bytes 0-1", "bytes 0-1/x",
      "bytes 0-99999999999999999999/*", "bytes +1-2/9",
    ])
  func badContentRange(_ text: String) { #expect(ContentRange(text) == nil) }

  @Test("fields are found whatever their case, and only whole names")
  func fields() {
    let head = "HTTP/1.1 200 OK\r\nX-ETag: no\r\neTaG:\t\"v1\" \r\nContent-Length: 12\r\nDate:\r\n\r\n"
    let fields = HeaderFields(Array(head.utf8))
    #expect(fields.value("etag") == "\"v1\"")
    #expect(fields.value("content-length") == "12")
    #expect(fields.value("date") == "")
    #expect(fields.value("content-type") == nil)
  }
}
