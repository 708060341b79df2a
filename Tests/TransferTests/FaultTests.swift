import Addresses
import Support
import Testing
import Transfer

/// A fault that passes: the first two answers fail, the third is whole.
struct PassingFault: Sendable, CustomTestStringConvertible {
  var name: String
  var answer: FaultOrigin.Response
  /// Of the failure, when it never passes.
  var message: String
  var testDescription: String { name }
}

private let body = pattern(40_000)

private let passingFaults: [PassingFault] = [
  .init(
    name: "short", answer: .truncated(body, after: 1200),
    message: "/s.ts: connection closed after 1,200 of 40,000 bytes"),
  .init(
    name: "empty", answer: .truncated(body, after: 0),
    message: "/s.ts: connection closed after 0 of 40,000 bytes"),
  .init(
    name: "cut chunks", answer: .chunkedCut(body, after: 2500),
    message: "/s.ts: connection closed after 2,500 bytes"),
  .init(
    name: "longer than it is", answer: .wrongLength(body, claimed: 40_001),
    message: "/s.ts: connection closed after 40,000 of 40,001 bytes"),
  .init(name: "reset before", answer: .resetAtOnce, message: "/s.ts: connection reset by peer after 0 bytes"),
  .init(
    name: "closed before", answer: .closedAtOnce,
    message: "/s.ts: the server closed the connection after 0 bytes"),
  .init(
    name: "stall", answer: .stalled(body, after: 5000),
    message: "/s.ts: no data for 2 s after 5,000 of 40,000 bytes"),
  .init(name: "hang", answer: .hang, message: "/s.ts: no data for 2 s after 0 bytes"),
  .init(
    name: "garbage", answer: .raw(Array("SSH-2.0-x\r\n\r\n".utf8)),
    message: "/s.ts: the answer is not HTTP: received HTTP/0.9 when not allowed"),
  .init(name: "408", answer: .status(408), message: "GET /s.ts: 408 Request Timeout"),
  .init(name: "425", answer: .status(425), message: "GET /s.ts: 425 Too Early"),
  .init(name: "429", answer: .status(429), message: "GET /s.ts: 429 Too Many Requests"),
  .init(name: "500", answer: .status(500), message: "GET /s.ts: 500 Internal Server Error"),
  .init(name: "502", answer: .status(502), message: "GET /s.ts: 502 Bad Gateway"),
  .init(name: "503", answer: .status(503), message: "GET /s.ts: 503 Service Unavailable"),
  .init(name: "504", answer: .status(504), message: "GET /s.ts: 504 Gateway Timeout"),
]

@Suite("faults of the network and the server")
struct FaultTests {
  @Test("a fault that passes costs retries and nothing else", arguments: passingFaults)
  func passes(_ fault: PassingFault) async throws {
    let origin = try FaultOrigin.start { $0.number <= 2 ? fault.answer : .file(body) }
    let ledger = try await run({ [try .gathering(0, origin.url("/s.ts"), into: $0)] }, settings: .hasty)
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0) == body)
    #expect(ledger.results.map(\.retries) == [2])
    #expect(ledger.results.map(\.requests) == [3])
    #expect(ledger.begins == ledger.abandons + 1)
  }

  @Test("a fault that stays is a failure with its figures after all attempts", arguments: passingFaults)
  func stays(_ fault: PassingFault) async throws {
    let origin = try FaultOrigin.start { _ in fault.answer }
    let ledger = try await run(
      { [try .gathering(0, origin.url("/s.ts?token=s3cret"), into: $0)] }, settings: .hasty)
    #expect(ledger.results.map(\.failure?.message) == [fault.message])
    #expect(ledger.results.first?.failure?.isUnavailable == (fault.name != "garbage"))
    #expect(origin.requests.count == 4)
    #expect(ledger.pieceCount == 0)
    #expect(ledger.begins == ledger.abandons)
  }

  @Test(
    "an answer that says no is not asked for again",
    arguments: [
      (400, "400 Bad Request"), (401, "401 Unauthorized"), (403, "403 Forbidden"), (404, "404 Not Found"),
      (410, "410 Gone"), (204, "204 No Content"), (205, "205 Reset Content"), (201, "201 Created"),
      (300, "300 Multiple Choices"), (304, "304 Not Modified"), (418, "status 418"),
    ])
  func refusals(_ status: Int, _ text: String) async throws {
    let hasBody = status != 204 && status != 304
    let origin = try FaultOrigin.start { _ in .status(status, body: hasBody ? "no\n" : "") }
    let ledger = try await run { [try .gathering(0, origin.url("/film/seg3.ts"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["GET /film/seg3.ts: \(text)"])
    #expect(ledger.results.map(\.failure?.status) == [status])
    #expect(ledger.results.first?.failure?.isUnavailable == false)
    #expect(origin.requests.count == 1)
    #expect(ledger.begins == 0)
  }

  @Test("nobody there, and no such name, are unavailable")
  func nobody() async throws {
    let nobody = try ReservedPort()
    let ledger = try await run { ledger in
      [
        try .gathering(0, "http://127.0.0.1:\(nobody.port)/x", into: ledger),
        try .gathering(1, "http://nothing.invalid/x", into: ledger),
      ]
    }
    let failures = ledger.results.compactMap(\.failure)
    #expect(
      failures.map(\.message) == [
        "GET /x: cannot connect to 127.0.0.1:\(nobody.port): connection refused",
        "GET /x: cannot resolve host nothing.invalid",
      ])
    #expect(failures.allSatisfy { $0.isUnavailable && $0.isRetriable })
    #expect(ledger.results.map(\.requests) == [4, 4])
  }

  @Test("an empty body is for the sink to judge")
  func empty() async throws {
    let origin = try FaultOrigin.routes(["/e": .file([])])
    let ledger = try await run { [try .gathering(0, origin.url("/e"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0) == [])
  }

  @Test("bodies without a length, and slow ones, come whole")
  func otherFramings() async throws {
    var untilClose = FaultOrigin.Response.ignoringRange(body)
    untilClose.framing = .untilClose
    let origin = try FaultOrigin.routes([
      "/c": .chunked(body), "/u": untilClose, "/s": .slow(body, block: 10_000, pause: .milliseconds(200)),
    ])
    let ledger = try await run { ledger in
      try ["/c", "/u", "/s"].enumerated().map { try .gathering($0, origin.url($1), into: ledger) }
    }
    #expect(ledger.results.map(\.failure?.message) == [nil, nil, nil])
    for job in 0..<3 { #expect(ledger.piece(job) == body) }
  }

  @Test("a length beside chunks counts for nothing, so that a body cut just there is not taken for whole")
  func lengthBesideChunks() async throws {
    let cut = FaultOrigin.Response.chunkedCut(body, after: 3000).header("Content-Length", "3000")
    let origin = try FaultOrigin.start { $0.number == 1 ? cut : .file(body) }
    let ledger = try await run({ [try .gathering(0, origin.url("/s"), into: $0)] }, settings: .quick)
    #expect(ledger.piece(0) == body)
    #expect(origin.requests.count == 2)
  }

  @Test("a head without end is given up")
  func endlessHead() async throws {
    let line = Array("X-Padding: \(String(repeating: "x", count: 60_000))\r\n".utf8)
    let raw = Array("HTTP/1.1 200 OK\r\n".utf8) + line + line + line + Array("\r\n".utf8)
    let origin = try FaultOrigin.start { _ in .raw(raw) }
    let ledger = try await run { [try .gathering(0, origin.url("/h"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["/h: the head is too long"])
  }
}
