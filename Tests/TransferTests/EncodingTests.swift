import Addresses
import Support
import Testing
import Transfer

@Suite("content codings and limits")
struct EncodingTests {
  @Test("an unasked gzip is decoded and told, and media ask for none")
  func unasked() async throws {
    let body = pattern(30_000)
    let origin = try FaultOrigin.routes([
      "/s.ts": FaultOrigin.Response.ignoringRange(gzip(stored: body)).header("Content-Encoding", "gzip")
    ])
    let fetched = try await Transfers(settings: .quick).fetch(
      .init(uri: URI(origin.url("/s.ts")), kind: .media))
    #expect(fetched.bytes == body)
    #expect(fetched.head.contentEncoding == "gzip")
    #expect(origin.requests.first?.header("accept-encoding") == "identity")
  }

  @Test("playlists may come compressed")
  func playlist() async throws {
    let origin = try FaultOrigin.routes([
      "/i": FaultOrigin.Response.ignoringRange(gzip(stored: [1, 2, 3])).header("Content-Encoding", "gzip")
    ])
    let fetched = try await Transfers(settings: .quick).fetch(
      .init(uri: URI(origin.url("/i")), kind: .playlist))
    #expect(fetched.bytes == [1, 2, 3])
    #expect(origin.requests.first?.header("accept-encoding") == "gzip, deflate")
  }

  @Test("a bomb is stopped at the limit on what it becomes")
  func bomb() async throws {
    let bomb = gzip(zeros: 20 << 20)
    let origin = try FaultOrigin.routes([
      "/b": FaultOrigin.Response.ignoringRange(bomb).header("Content-Encoding", "gzip")
    ])
    let transfers = Transfers(settings: .quick)
    let failure = await #expect(throws: TransferFailure.self) {
      try await transfers.fetch(.init(uri: URI(origin.url("/b")), kind: .playlist, limit: 1_000_000))
    }
    #expect(failure?.message == "/b: larger than the limit of 1,000,000 bytes")
    #expect((1_000_000..<1_200_000).contains(transfers.totals.bytes))
    #expect(origin.requests.count == 1)
  }

  @Test("too large is known from the length, or while it comes; exactly the limit is not too large")
  func limits() async throws {
    let body = pattern(1000)
    let origin = try FaultOrigin.routes(["/l": .file(body), "/c": .chunked(body, chunk: 300)])
    let ledger = try await run { ledger in
      [
        try .gathering(0, origin.url("/l"), limit: 1000, into: ledger),
        try .gathering(1, origin.url("/c"), limit: 1000, into: ledger),
        try .gathering(2, origin.url("/l"), limit: 999, into: ledger),
        try .gathering(3, origin.url("/c"), limit: 999, into: ledger),
      ]
    }
    #expect(
      ledger.results.map(\.failure?.message) == [
        nil, nil, "/l: larger than the limit of 999 bytes", "/c: larger than the limit of 999 bytes",
      ])
    #expect(ledger.pieceCount == 2)
    #expect(origin.requests.count == 4)
  }

  @Test("a coding that is unknown or broken is refused", arguments: ["rot13", "gzip"])
  func broken(_ coding: String) async throws {
    let origin = try FaultOrigin.routes([
      "/x": FaultOrigin.Response.ignoringRange(pattern(500)).header("Content-Encoding", coding)
    ])
    let failure = await #expect(throws: TransferFailure.self) {
      try await Transfers(settings: .quick).fetch(.init(uri: URI(origin.url("/x")), kind: .playlist))
    }
    guard case .encoding? = failure?.kind else {
      Issue.record("\(failure?.message ?? "no failure")")
      return
    }
    #expect(origin.requests.count == 1)
  }
}
