import Support

extension FaultTable {
  /// A 206 with a Content-Range and a body of our own.
  private static func part(_ bytes: ArraySlice<UInt8>, _ contentRange: String) -> FaultOrigin.Response {
    .partial(Array(bytes), contentRange: contentRange)
  }

  private static let size = TinyTitle.packets * 188
  private static let lonely = FaultTitle.lonelyOffset

  static let ranges: [Fault] = [
    .harmless("Range ignored: 200 with the whole resource", at: .range) { .ignoringRange($0.bytes) },
    .harmless("Range ignored: 200 with the whole resource", at: .ranges) { .ignoringRange($0.bytes) },
    .passing("Range ignored, and the whole cut in the range", at: .range) {
      .truncated($0.bytes, after: lonely + 500)
    },
    .lasting("Range ignored, and the whole cut in the range", at: .range, 6, says: "connection closed after")
    {
      .truncated($0.bytes, after: lonely + 500)
    },
    .refused("Range ignored, and the whole is too short", at: .range, says: "the resource has 18,988") {
      .ignoringRange(Array($0.bytes.prefix(lonely)))
    },
    .refused("206 of another range", at: .range, says: "were asked for") {
      part($0.bytes[0..<size], "bytes 0-\(size - 1)/\($0.bytes.count)")
    },
    .refused("206 of another range", at: .ranges, says: "were asked for") {
      part($0.bytes[188..<size + 188], "bytes 188-\(size + 187)/\($0.bytes.count)")
    },
    .refused("206 of more than was asked for", at: .range, says: "were asked for") {
      part($0.bytes[0...], "bytes 0-\($0.bytes.count - 1)/\($0.bytes.count)")
    },
    .refused("206 of less than was asked for", at: .range, says: "were asked for") {
      part($0.bytes[lonely..<lonely + 188], "bytes \(lonely)-\(lonely + 187)/\($0.bytes.count)")
    },
    .refused("206 without Content-Range", at: .range, says: "206 without a usable Content-Range") {
      FaultOrigin.Response(status: 206, body: Array($0.bytes[lonely...]))
    },
    .refused(
      "206 with a Content-Range that makes no sense", at: .range, says: "206 without a usable Content-Range"
    ) {
      part($0.bytes[lonely...], "bytes of cheese")
    },
    .refused("206 whose body is shorter than its Content-Range", at: .range, says: "the body has 188 bytes") {
      part($0.bytes[lonely..<lonely + 188], "bytes \(lonely)-\($0.bytes.count - 1)/\($0.bytes.count)")
    },
    .harmless("206 with an unknown total", at: .range) {
      part($0.bytes[lonely...], "bytes \(lonely)-\($0.bytes.count - 1)/*")
    },
    .refused("206 as multipart/byteranges", at: .range, says: "206 without a usable Content-Range") {
      FaultOrigin.Response(
        status: 206, headers: [("Content-Type", "multipart/byteranges; boundary=x")],
        body: Array("--x\r\n\r\n".utf8 + $0.bytes[lonely...] + Array("\r\n--x--\r\n".utf8)))
    },
    .refused("206 unasked, of a part", at: .segment, says: "a part was sent where the whole was asked for") {
      part($0.bytes[0..<188], "bytes 0-187/\($0.bytes.count)")
    },
    .refused("206 unasked, of a part", at: .media, says: "a part was sent where the whole was asked for") {
      part($0.bytes[0..<30], "bytes 0-29/\($0.bytes.count)")
    },
    .refused("206 with an HTML page of the right Content-Range", at: .range, says: "HTML") { strike in
      let text = Array("<!DOCTYPE html><html><body>".utf8)
      let filled = text + [UInt8](repeating: 0x20, count: size - text.count)
      return part(filled[...], "bytes \(lonely)-\(strike.bytes.count - 1)/\(strike.bytes.count)")
    },
    .refused("206 with a Content-Length larger than the range", at: .range, says: "the body has 9,401 bytes")
    {
      var answer = $0.resolved
      answer.framing = .length(9401)
      answer.ending = .close
      return answer
    },
    .refused("an empty 206", at: .range, says: "206 without a usable Content-Range") { _ in
      FaultOrigin.Response(status: 206, body: [])
    },
    .harmless("a resource that changed between two attempts, told by its ETag", at: .segment) { strike in
      strike.number == 1
        ? FaultOrigin.Response.file(TinyTitle.segment(7)).header("ETag", "\"1\"")
          .cut(after: 5000, for: strike.request)
        : FaultOrigin.Response.file(strike.bytes).header("ETag", "\"2\"")
    },
  ]
}
