import Addresses
import Support
import Testing
import Transfer

private let body = pattern(200_000)

/// A compressed body and what its coding is called.
struct CompressedBody: Sendable, CustomTestStringConvertible {
  var coding: String
  var bytes: [UInt8]
  var name = ""
  var testDescription: String { "\(coding) \(name)" }

  func answer(_ framing: FaultOrigin.Response.Framing? = nil) -> FaultOrigin.Response {
    .init(headers: [("Content-Encoding", coding)], body: bytes, framing: framing)
  }
}

private let wholeBodies: [CompressedBody] = [
  .init(coding: "gzip", bytes: gzip(stored: body)),
  .init(coding: "X-GZip", bytes: gzip(stored: body)),
  .init(coding: "gzip, identity", bytes: gzip(stored: body)),
  .init(
    coding: "gzip", bytes: gzip(stored: Array(body[..<70_001])) + gzip(stored: Array(body[70_001...])),
    name: "of two members"),
  .init(coding: "deflate", bytes: zlib(stored: body)),
  .init(coding: "deflate", bytes: deflated(stored: body), name: "without a header"),
  .init(coding: "identity", bytes: body),
  .init(coding: "", bytes: body, name: "empty"),
]

private let cutBodies: [CompressedBody] =
  [0, 1, 9, 10, 100, 65_000, 200_029, 200_030, 200_037].map {
    .init(coding: "gzip", bytes: Array(gzip(stored: body)[..<$0]), name: "after \($0) bytes")
  }
  + [
    .init(coding: "gzip", bytes: gzip(stored: body) + [0x1F], name: "in its second member's head"),
    .init(
      coding: "gzip", bytes: gzip(stored: [1]) + gzip(stored: body).dropLast(), name: "in its second member"),
    .init(coding: "deflate", bytes: zlib(stored: body).dropLast(), name: "in its check sum"),
    .init(coding: "deflate", bytes: Array(deflated(stored: body)[..<70_000]), name: "without a header"),
  ]

@Suite("compressed bodies")
struct CompressedBodyTests {
  @Test("whole data come whole, however they are framed", arguments: wholeBodies)
  func whole(_ compressed: CompressedBody) async throws {
    let origin = try FaultOrigin.routes([
      "/l": compressed.answer(), "/u": compressed.answer(.untilClose), "/c": compressed.answer(.chunked(999)),
      "/1": { () -> FaultOrigin.Response in
        var answer = compressed.answer()
        answer.pace = (90_001, .milliseconds(5))
        return answer
      }(),
    ])
    let ledger = try await run { ledger in
      try ["/l", "/u", "/c", "/1"].enumerated().map { try .gathering($0, origin.url($1), into: ledger) }
    }
    #expect(ledger.results.map(\.failure?.message) == [nil, nil, nil, nil])
    for job in 0..<4 { #expect(ledger.piece(job) == body) }
    #expect(ledger.results.map(\.bytes) == [200_000, 200_000, 200_000, 200_000])
  }

  @Test("data that end too early are asked for again", arguments: cutBodies)
  func passingCut(_ cut: CompressedBody) async throws {
    for framing in [nil, .untilClose, .chunked(5000)] as [FaultOrigin.Response.Framing?] {
      let origin = try FaultOrigin.start { $0.number <= 2 ? cut.answer(framing) : .file(body) }
      let ledger = try await run { [try .gathering(0, origin.url("/s"), into: $0)] }
      #expect(ledger.results.map(\.failure?.message) == [nil])
      #expect(ledger.piece(0) == body)
      #expect(ledger.results.map(\.retries) == [2])
      #expect(ledger.begins == ledger.abandons + 1)
    }
  }

  @Test("data that end too early every time are unavailable, and told as such", arguments: cutBodies)
  func lastingCut(_ cut: CompressedBody) async throws {
    let origin = try FaultOrigin.routes(["/l": cut.answer(), "/u": cut.answer(.untilClose)])
    let ledger = try await run { ledger in
      try ["/l", "/u"].enumerated().map { try .gathering($0, origin.url($1), into: ledger) }
    }
    let told = " the \(cut.coding) data ends too early"
    #expect(ledger.results.map(\.failure?.message) == ["/l:" + told, "/u:" + told])
    #expect(ledger.results.allSatisfy { $0.failure?.isUnavailable == true })
    #expect(origin.requests.count == 8)
    #expect(ledger.pieceCount == 0)
    #expect(ledger.begins == ledger.abandons)
  }

  @Test("a cut playlist is no playlist")
  func playlist() async throws {
    let cut = CompressedBody(coding: "gzip", bytes: gzip(stored: body).dropLast(9))
    let origin = try FaultOrigin.routes(["/p.m3u8": cut.answer()])
    let failure = await #expect(throws: TransferFailure.self) {
      try await Transfers(settings: .quick).fetch(.init(uri: URI(origin.url("/p.m3u8")), kind: .playlist))
    }
    #expect(failure?.message == "/p.m3u8: the gzip data ends too early")
    #expect(failure?.isUnavailable == true)
    #expect(origin.requests.allSatisfy { $0.header("accept-encoding") == "gzip, deflate" })
  }

  @Test("a connection that breaks off is told before the data it cut")
  func truncated() async throws {
    let bytes = gzip(stored: body)
    let origin = try FaultOrigin.routes([
      "/t": FaultOrigin.Response.truncated(bytes, after: 1000).header("Content-Encoding", "gzip")
    ])
    let ledger = try await run { [try .gathering(0, origin.url("/t"), into: $0)] }
    #expect(
      ledger.results.map(\.failure?.message) == ["/t: connection closed after 1,000 of 200,038 bytes"])
  }

  @Test(
    "what is damaged, followed by something else or hollow is refused at once",
    arguments: [
      ("gzip", gzip(stored: body) + [0], "the gzip data is followed by something else"),
      ("gzip", gzip(stored: body) + Array("garbage".utf8), "the gzip data is followed by something else"),
      ("deflate", zlib(stored: body) + zlib(stored: body), "the deflate data is followed by something else"),
      ("deflate", deflated(stored: body) + [0], "the deflate data is followed by something else"),
      ("gzip", body, "the gzip data is damaged (incorrect header check)"),
      ("gzip", zlib(stored: body), "the gzip data is damaged (incorrect header check)"),
      ("gzip", flipped(gzip(stored: body), at: 500), "the gzip data is damaged (incorrect data check)"),
      ("deflate", flipped(zlib(stored: body), at: 500), "the deflate data is damaged (incorrect data check)"),
      ("gzip", gzip(stored: body) + [0x1F, 0x8C], "the gzip data is damaged (incorrect header check)"),
      ("deflate", [0x78, 0xBB, 0, 0, 0, 0, 0], "the deflate data is damaged"),
      ("gzip", emptyMembers, "the gzip data is much longer than what it holds"),
    ] as [(String, [UInt8], String)])
  func refused(_ coding: String, _ bytes: [UInt8], _ reason: String) async throws {
    let origin = try FaultOrigin.routes(["/x": CompressedBody(coding: coding, bytes: bytes).answer()])
    let ledger = try await run { [try .gathering(0, origin.url("/x"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["/x: cannot be decoded: \(reason)"])
    #expect(ledger.results.first?.failure?.isUnavailable == false)
    #expect(origin.requests.count == 1)
    #expect(ledger.pieceCount == 0)
    #expect(ledger.begins == ledger.abandons)
  }

  @Test(
    "an unknown coding is refused by its name",
    arguments: [
      (["br"], "the coding 'br' is unknown"), (["ZSTD"], "the coding 'zstd' is unknown"),
      (["compress"], "the coding 'compress' is unknown"),
      (["gzip", "br"], "the coding 'gzip, br' is unknown"),
      (["gzip x"], "the coding 'gzip x' is unknown"), (["x\u{1B}[2J"], "its coding is unknown"),
    ])
  func unknown(_ codings: [String], _ reason: String) async throws {
    var answer = FaultOrigin.Response.ignoringRange(gzip(stored: body))
    for coding in codings { answer = answer.header("Content-Encoding", coding) }
    let origin = try FaultOrigin.routes(["/x": answer])
    let ledger = try await run { [try .gathering(0, origin.url("/x"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["/x: cannot be decoded: \(reason)"])
    #expect(origin.requests.count == 1)
    #expect(ledger.begins == 0)
  }

  @Test("exactly the limit, counted after decoding, is not too large")
  func limit() async throws {
    let compressed = CompressedBody(coding: "gzip", bytes: gzip(stored: body))
    let origin = try FaultOrigin.routes(["/g": compressed.answer()])
    let ledger = try await run { ledger in
      [
        try .gathering(0, origin.url("/g"), limit: 200_000, into: ledger),
        try .gathering(1, origin.url("/g"), limit: 199_999, into: ledger),
      ]
    }
    #expect(
      ledger.results.map(\.failure?.message) == [nil, "/g: larger than the limit of 199,999 bytes"])
  }

  @Test("neither a part of compressed data nor a whole in place of a part is decoded")
  func ranges() async throws {
    let bytes = gzip(stored: [1, 2, 3])
    let origin = try FaultOrigin.routes([
      "/p": FaultOrigin.Response.partial(bytes, contentRange: "bytes 0-\(bytes.count - 1)/900")
        .header("Content-Encoding", "gzip"),
      "/w": CompressedBody(coding: "gzip", bytes: bytes).answer(),
    ])
    let ledger = try await run { ledger in
      try ["/p", "/w"].enumerated().map {
        try .gathering($0, origin.url($1), start: 0, lengths: [Int64(bytes.count)], into: ledger)
      }
    }
    #expect(
      ledger.results.map(\.failure?.message) == [
        "/p: cannot be decoded: a part of a compressed resource", "/w: the server ignores byte ranges",
      ])
  }
}

private func flipped(_ bytes: [UInt8], at place: Int) -> [UInt8] {
  var bytes = bytes
  bytes[place] ^= 1
  return bytes
}

/// Members without content, over a megabyte of them.
private let emptyMembers: [UInt8] = {
  let member = gzip(stored: [])
  return (0..<60_000).flatMap { _ in member }
}()
