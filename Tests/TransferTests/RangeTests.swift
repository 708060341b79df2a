import Addresses
import Support
import Testing
import Transfer

@Suite("ranges and pieces")
struct RangeTests {
  let bytes = pattern(100_000)

  @Test("adjacent ranges of one resource come in one request, each into its own sink")
  func pieces() async throws {
    let origin = try FaultOrigin.routes(["/v.mp4": .file(bytes)])
    let ledger = try await run { ledger in
      [try .gathering(7, origin.url("/v.mp4"), start: 1000, lengths: [10, 70_000, 1], into: ledger)]
    }
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.results.map(\.completePieces) == [3])
    #expect(ledger.piece(7, 0) == Array(bytes[1000..<1010]))
    #expect(ledger.piece(7, 1) == Array(bytes[1010..<71_010]))
    #expect(ledger.piece(7, 2) == Array(bytes[71_010..<71_011]))
    #expect(origin.requests.map { $0.header("range") } == ["bytes=1000-71010"])
    #expect(origin.requests.map { $0.header("accept-encoding") } == ["identity"])
  }

  @Test("after a cut only the pieces that are not complete are asked for again")
  func resumedPieces() async throws {
    let bytes = bytes
    let origin = try FaultOrigin.start { request in
      guard request.number == 1 else { return .file(bytes) }
      var answer = FaultOrigin.Response.file(bytes).resolved(for: request)
      answer.sent = 2500
      answer.ending = .close
      return answer
    }
    let ledger = try await run { ledger in
      [try .gathering(0, origin.url("/v"), start: 0, lengths: [1000, 1000, 1000, 1000], into: ledger)]
    }
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(origin.requests.map { $0.header("range") } == ["bytes=0-3999", "bytes=2000-3999"])
    for piece in 0..<4 {
      #expect(ledger.piece(0, piece) == Array(bytes[(piece * 1000)..<(piece * 1000 + 1000)]))
    }
    #expect(ledger.abandons == 1)
    #expect(ledger.begins == 5)
    #expect(ledger.results.map(\.retries) == [1])
  }

  @Test("a server that ignores ranges is read up to the end of the range and no further")
  func ignored() async throws {
    let big = pattern(1_000_000)
    let origin = try FaultOrigin.routes(["/v": .ignoringRange(big)])
    let transfers = Transfers(settings: .quick)
    let ledger = Ledger()
    let job = try TransferJob.gathering(
      0, origin.url("/v"), start: 300_000, lengths: [20_000, 5], into: ledger)
    await transfers.run(ListSource([job], ledger))
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0, 0) == Array(big[300_000..<320_000]))
    #expect(ledger.piece(0, 1) == Array(big[320_000..<320_005]))
    #expect(transfers.totals.bytes < 500_000)
  }

  @Test(
    "a wrong answer to a range is refused at once, with its figures",
    arguments: [
      (
        FaultOrigin.Response.partial([1, 2, 3], contentRange: "bytes 5-7/100"),
        "/v: bytes 10-12 were asked for, bytes 5-7 were sent"
      ),
      (
        .partial([1, 2], contentRange: "bytes 10-11/12"),
        "/v: bytes 10-12 were asked for, bytes 10-11 were sent"
      ),
      (
        .partial([1, 2, 3, 4], contentRange: "bytes 10-12/100"),
        "/v: bytes 10-12 were asked for, the body has 4 bytes"
      ),
      (.partial([1, 2, 3], contentRange: "bytes 12-10/100"), "/v: 206 without a usable Content-Range"),
      (.status(206, body: "abc"), "/v: 206 without a usable Content-Range"),
      (
        .file(Array(repeating: 7, count: 8)),
        "/v: bytes 10-12 were asked for, the resource has 8 (status 416)"
      ),
      (.ignoringRange([1, 2, 3]), "/v: bytes 10-12 were asked for, the resource has 3"),
      (.chunked(Array(repeating: 7, count: 500)), "/v: the server ignores byte ranges"),
      (
        .partial([1, 2, 3], contentRange: "bytes 10-12/100").header("Content-Encoding", "gzip"),
        "/v: cannot be decoded: a part of a compressed resource"
      ),
    ])
  func wrongAnswers(_ answer: FaultOrigin.Response, _ message: String) async throws {
    let origin = try FaultOrigin.routes(["/v": answer])
    let ledger = try await run { [try .gathering(0, origin.url("/v"), start: 10, lengths: [3], into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == [message])
    #expect(ledger.results.first?.failure?.isUnavailable == false)
    #expect(origin.requests.count == 1)
    #expect(ledger.pieceCount == 0)
    #expect(ledger.begins == ledger.abandons)
  }

  @Test("more bytes than the range has are refused even where no length was said")
  func surplus() async throws {
    var answer = FaultOrigin.Response.partial(pattern(2000), contentRange: "bytes 0-999/5000")
    answer.framing = .chunked(700)
    let origin = try FaultOrigin.routes(["/v": answer])
    let ledger = try await run { [try .gathering(0, origin.url("/v"), start: 0, lengths: [1000], into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["/v: more bytes were sent than asked for"])
    #expect(ledger.pieceCount == 0)
  }

  @Test("a range far into a resource is not read out of a whole one")
  func farAway() async throws {
    var answer = FaultOrigin.Response.ignoringRange([])
    answer.framing = .length(1 << 40)
    answer.ending = .close
    let origin = try FaultOrigin.routes(["/v": answer])
    let ledger = try await run {
      [try .gathering(0, origin.url("/v"), start: 70 << 20, lengths: [5], into: $0)]
    }
    #expect(ledger.results.map(\.failure?.message) == ["/v: the server ignores byte ranges"])
  }

  @Test("a part sent for the whole is refused")
  func unaskedPart() async throws {
    let origin = try FaultOrigin.routes(["/v": .partial([1], contentRange: "bytes 0-0/9")])
    let ledger = try await run { [try .gathering(0, origin.url("/v"), into: $0)] }
    #expect(ledger.results.map(\.failure?.message) == ["/v: a part was sent where the whole was asked for"])
  }

  @Test(
    "impossible ranges never become requests",
    arguments: [
      (-1, [5]), (0, []), (0, [0]), (5, [3, -1]), (1, [Int64.max]), (0, [6 << 20]),
    ] as [(Int64, [Int64])])
  func impossible(_ start: Int64, _ lengths: [Int64]) async throws {
    let origin = try FaultOrigin.routes([:])
    let ledger = try await run { ledger in
      [try .gathering(0, origin.url("/v"), start: start, lengths: lengths, limit: 5 << 20, into: ledger)]
    }
    #expect(ledger.results.count == 1)
    #expect(ledger.results.first?.failure?.isRetriable == false)
    #expect(origin.requests.isEmpty)
  }

  @Test("a range can be fetched into memory")
  func fetchedRange() async throws {
    let origin = try FaultOrigin.routes(["/init.mp4": .file(bytes)])
    let request = FetchRequest(
      uri: try URI(origin.url("/init.mp4")), kind: .media, range: ByteRequest(first: 100, last: 199))
    let fetched = try await Transfers(settings: .quick).fetch(request)
    #expect(fetched.bytes == Array(bytes[100..<200]))
    #expect(fetched.head.contentRange?.total == 100_000)
  }
}
