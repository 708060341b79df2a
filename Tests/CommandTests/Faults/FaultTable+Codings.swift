import Support

extension FaultTable {
  private static func gzipped(_ bytes: [UInt8], _ type: String = "video/mp2t") -> FaultOrigin.Response {
    FaultOrigin.Response(headers: [("Content-Type", type), ("Content-Encoding", "gzip")], body: bytes)
  }

  private static let bomb = gzip(zeros: 70 << 20)

  static let codings: [Fault] =
    [.segment, .key, .initialization, .media, .multivariant].flatMap { place -> [Fault] in
      [
        .harmless("gzip unasked, whole", at: place) { gzipped(gzip(stored: $0.bytes)) },
        .passing("gzip unasked, cut but of the announced length", at: place) {
          gzipped(gzip(stored: $0.bytes).dropLast(9))
        },
        .lasting("gzip unasked, cut but of the announced length", at: place, 6, says: "ends too early") {
          gzipped(gzip(stored: $0.bytes).dropLast(9))
        },
        .refused("an unknown Content-Encoding", at: place, says: "cannot be decoded") {
          FaultOrigin.Response(headers: [("Content-Encoding", "rot13")], body: $0.bytes)
        },
        .refused("Content-Encoding: gzip with plain data", at: place, says: "cannot be decoded") {
          gzipped($0.bytes)
        },
        .refused("a gzip with a wrong check sum", at: place, says: "cannot be decoded") { strike in
          var bytes = gzip(stored: strike.bytes)
          bytes[bytes.count - 6] ^= 1
          return gzipped(bytes)
        },
      ]
    } + [
      .refused("gzip in gzip, of which one is told", at: .segment, says: "is gzip data") {
        gzipped(gzip(stored: gzip(stored: $0.bytes)))
      },
      .refused("gzip that is not told", at: .segment, says: "is gzip data") { .file(gzip(stored: $0.bytes)) },
      .refused("gzip that is not told", at: .media, says: "not an HLS playlist") {
        .file(gzip(stored: $0.bytes))
      },
      .refused("gzip with something behind it", at: .segment, says: "cannot be decoded") {
        gzipped(gzip(stored: $0.bytes) + [1, 2, 3])
      },
      .refused("a gzip bomb", at: .multivariant, says: "larger than the limit") { _ in gzipped(bomb) },
      .refused("a gzip bomb", at: .media, says: "larger than the limit") { _ in gzipped(bomb) },
      .refused("a gzip bomb", at: .key, says: "larger than the limit") { _ in gzipped(bomb) },
      .refused(
        "a gzip bomb against --max-filesize", at: .segment, says: "larger than the limit of 1,000,000",
        options: ["--max-filesize", "1000000"]
      ) { _ in gzipped(bomb) },
      .refused(
        "a length over --max-filesize", at: .segment, says: "larger than the limit of 9,400",
        options: ["--max-filesize", "9400"]
      ) { .file($0.bytes + $0.bytes) },
      .refused(
        "chunks over --max-filesize", at: .segment, says: "larger than the limit of 9,400",
        options: ["--max-filesize", "9400"]
      ) { .chunked($0.bytes + $0.bytes) },
      .harmless("exactly --max-filesize", at: .segment, options: ["--max-filesize", "9400"]) { $0.good },
      .refused("a part of gzip in answer to Range", at: .range, says: "a part of a compressed resource") {
        strike in
        var answer = strike.resolved
        answer.headers.append(("Content-Encoding", "gzip"))
        return answer
      },
    ]
}
