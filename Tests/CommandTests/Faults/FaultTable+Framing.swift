import Support

extension FaultTable {
  /// A head written by hand and the body that is meant.
  private static func raw(_ head: String, _ strike: Fault.Strike) -> FaultOrigin.Response {
    .raw(Array((head + "\r\n\r\n").utf8) + strike.bytes)
  }

  /// One chunk of this size, as written, without a last one.
  private static func chunk(_ size: String, _ strike: Fault.Strike) -> FaultOrigin.Response {
    .raw(
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n".utf8) + strike.bytes + [
        13, 10,
      ])
  }

  private static func length(_ strike: Fault.Strike) -> String { "Content-Length: \(strike.bytes.count)" }

  private static let padding = String(repeating: "x", count: 50_000)

  static let heads: [Fault] = [
    .harmless("100 Continue before the answer", at: .segment) {
      raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\(length($0))", $0)
    },
    .harmless("103 Early Hints before the answer", at: .segment) {
      raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\(length($0))", $0)
    },
    .harmless("103 Early Hints before the answer", at: .media) {
      raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\(length($0))", $0)
    },
    .refused("101 Switching Protocols unasked", at: .segment, says: "has no head") {
      raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nHTTP/1.1 200 OK", $0)
    },
    .harmless("the answer of HTTP/1.0", at: .segment) { raw("HTTP/1.0 200 OK\r\n\(length($0))", $0) },
    .lasting("the answer of HTTP/3.7", at: .segment, 5, says: "not HTTP") {
      raw("HTTP/3.7 200 OK\r\n\(length($0))", $0)
    },
    .harmless("a status line without a reason", at: .segment) { raw("HTTP/1.1 200\r\n\(length($0))", $0) },
    .lasting("a status that is no number", at: .segment, 5, says: "not HTTP") {
      raw("HTTP/1.1 fine OK\r\n\(length($0))", $0)
    },
    .harmless("line ends without CR in the head", at: .segment) {
      .raw(Array("HTTP/1.1 200 OK\n\(length($0))\n\n".utf8) + $0.bytes)
    },
    .harmless("Content-Length twice, the same", at: .segment) {
      raw("HTTP/1.1 200 OK\r\n\(length($0))\r\n\(length($0))", $0)
    },
    .harmless("a head of 40 KB", at: .segment) {
      raw("HTTP/1.1 200 OK\r\nX-A: \(padding.prefix(40_000))\r\n\(length($0))", $0)
    },
    .lasting("a head of 200 KB", at: .segment, 5, says: "the head is too long") {
      raw("HTTP/1.1 200 OK\(String(repeating: "\r\nX-A: \(padding)", count: 4))\r\n\(length($0))", $0)
    },
    .lasting("a head of 200 KB", at: .multivariant, 5, says: "the head is too long") {
      raw("HTTP/1.1 200 OK\(String(repeating: "\r\nX-A: \(padding)", count: 4))\r\n\(length($0))", $0)
    },
    .harmless("a head that comes 4 bytes each 100 ms", at: .segment) { _ in
      // A redirect has hardly a body: nearly all of it is the head.
      var answer = FaultOrigin.Response.closedAtOnce
      answer.raw = Array(
        "HTTP/1.1 302 Found\r\nLocation: /moved/seg1.ts\r\nContent-Length: 0\r\n\r\n".utf8)
      answer.pace = (4, .milliseconds(100))
      return answer
    },
    .lasting(
      "a head that never ends", at: .segment, 6, says: "no data for 1 s", options: ["--socket-timeout", "1"]
    ) {
      _ in
      var answer = FaultOrigin.Response.hang
      answer.raw = Array("HTTP/1.1 200 OK\r\nX-A: ".utf8)
      return answer
    },
    .harmless("closed after every answer, which does not say so", at: .segment) {
      raw("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\(length($0))", $0)
    },
    .harmless("Connection: close with every answer", at: .segment) {
      var answer = $0.good
      answer.ending = .close
      return answer
    },
  ]

  static let framing: [Fault] = [
    .lasting("Content-Length twice, different", at: .segment, 5, says: "Content-Length") {
      raw("HTTP/1.1 200 OK\r\n\(length($0))\r\nContent-Length: 188", $0)
    },
    .lasting("Content-Length that is no number", at: .segment, 5, says: "Content-Length") {
      raw("HTTP/1.1 200 OK\r\nContent-Length: many", $0)
    },
    .lasting("Content-Length below zero", at: .segment, 5, says: "Content-Length") {
      raw("HTTP/1.1 200 OK\r\nContent-Length: -1", $0)
    },
    .harmless("Content-Length of 2^64, the body ends with the connection", at: .segment) {
      raw("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551616", $0)
    },
    .lasting("Content-Length of a terabyte", at: .segment, 6, says: "9,400 of 1,099,511,627,776 bytes") {
      raw("HTTP/1.1 200 OK\r\nContent-Length: 1099511627776", $0)
    },
    .refused("Content-Length smaller than the body, not at a packet's end", at: .segment, says: "188") {
      raw("HTTP/1.1 200 OK\r\nContent-Length: 5000", $0)
    },
    .harmless("a body longer than announced by what is no part of it", at: .segment) {
      var answer = $0.good
      answer.body = Array($0.bytes + Array("surplus".utf8))
      answer.honoursRange = false
      answer.framing = .length($0.bytes.count)
      return answer
    },
    .harmless("neither Content-Length nor chunks", at: .segment) { raw("HTTP/1.1 200 OK", $0) },
    .passing("neither Content-Length nor chunks, cut in a packet", at: .segment) {
      .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + $0.bytes.prefix(5000))
    },
    .lasting("neither Content-Length nor chunks, cut in a packet", at: .segment, 6, says: "188") {
      .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + $0.bytes.prefix(5000))
    },
    .lasting(
      "neither Content-Length nor chunks, cut in a box", at: .initialization, 6, says: "ends inside the box"
    ) {
      .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + $0.bytes.prefix($0.bytes.count - 9))
    },
    .refused("a playlist without length, cut before its end", at: .media, 6, says: "EXT-X-ENDLIST") {
      .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + $0.bytes.dropLast(15))
    },
    .refused("a playlist without length, cut behind a segment", at: .media, 6, says: "EXT-X-ENDLIST") {
      strike in
      let text = String(decoding: strike.bytes, as: UTF8.self)
      let lines = text.split(separator: "\n").dropLast(3).map { $0 + "\n" }
      return .raw(Array(("HTTP/1.1 200 OK\r\n\r\n" + lines.joined()).utf8))
    },
    .refused("a playlist without length, cut before its variant", at: .multivariant, says: "without variants")
    {
      .raw(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + $0.bytes.prefix(30))
    },
    .harmless("chunks", at: .segment) { .chunked($0.bytes, chunk: 333) },
    .harmless("chunks of one byte", at: .key) { .chunked($0.bytes, chunk: 1) },
    .harmless("chunks with extensions and trailers", at: .segment) { strike in
      .raw(
        Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n24b8;a=b\r\n".utf8) + strike.bytes
          + Array("\r\n0;c\r\nX-Digest: x\r\n\r\n".utf8))
    },
    .lasting("a chunk size that is no number", at: .segment, 6, says: "chunk") {
      chunk("zz", $0)
    },
    .lasting("a chunk size of 2^64", at: .segment, 6, says: "chunk") {
      chunk("10000000000000000", $0)
    },
    .lasting("a chunk longer than its size", at: .segment, 6, says: "chunk") {
      chunk("100", $0)
    },
    .lasting("chunks that end with the connection, without the last one", at: .segment, 6, says: "closed") {
      chunk("24b8", $0)
    },
    .harmless("chunks and a Content-Length that is wrong", at: .segment) {
      FaultOrigin.Response.chunked($0.bytes).header("Content-Length", "188")
    },
    .lasting("an unknown Transfer-Encoding", at: .segment, 5, says: "Transfer-Encoding") {
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\(length($0))", $0)
    },
    .refused("an empty body with 200", at: .segment, says: "empty") { _ in .file([]) },
    .refused("an empty body with 200", at: .initialization, says: "empty") { _ in .file([]) },
    .refused("an empty body with 200", at: .media, says: "empty") { _ in .file([]) },
    .refused("an empty body with 200", at: .multivariant, says: "empty") { _ in .file([]) },
    .harmless("another length at the second attempt, which is the whole", at: .segment) { strike in
      strike.number == 1
        ? .truncated(TinyTitle.segment(1) + TinyTitle.segment(1), after: 4000) : .ignoringRange(strike.bytes)
    },
  ]
}
