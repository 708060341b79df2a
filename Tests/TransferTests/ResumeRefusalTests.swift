import Addresses
import Support
import Testing

@testable import Transfer

@Suite("going on inside a piece: other answers", .timeLimit(.minutes(1)))
struct ResumeRefusalTests {
  private let changed = pattern(90_000, seed: 2)

  /// The rest of the resource, with other words.
  private func rest(_ contentRange: String, tag: String? = "\"v1\"") -> FaultOrigin.Response {
    let answer = FaultOrigin.Response.partial(Array(resumable[30_000...]), contentRange: contentRange)
    return tag.map { answer.header("ETag", $0) } ?? answer
  }

  @Test("a resource that changed midway comes whole in the same answer, in a new sink")
  func changedMidway() async throws {
    let origin = try FaultOrigin.cuttingFirst(then: .tagged(changed, "\"v2\""))
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == changed)
    #expect(origin.ranges == [nil, "bytes=30000-"])
    #expect((ledger.begins, ledger.abandons) == (2, 1))
  }

  @Test("a server that ignores the range starts over in the same answer; of pieces only the one under way")
  func ignoredRange() async throws {
    let origin = try FaultOrigin.cuttingFirst(then: .ignoringRange(resumable))
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect((ledger.begins, ledger.abandons) == (2, 1))

    let other = try FaultOrigin.cuttingFirst(then: .ignoringRange(resumable))
    let pieces = try await resuming(other, start: 1000, lengths: [10_000, 50_000])
    #expect(pieces.piece(0, 1) == Array(resumable[11_000..<61_000]))
    #expect(other.ranges == ["bytes=1000-60999", "bytes=31000-60999"])
    #expect((pieces.begins, pieces.abandons) == (3, 1))
  }

  @Test("the rest without an entity tag is taken")
  func withoutTag() async throws {
    let origin = try FaultOrigin.cuttingFirst(then: rest("bytes 30000-99999/*", tag: nil))
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect((ledger.begins, ledger.abandons) == (1, 0))
  }

  @Test(
    "another range or size is refused for good",
    arguments: [
      ("bytes 29999-99998/100000", "/v: bytes 30000- were asked for, bytes 29999-99998 were sent"),
      ("bytes 30000-99998/100000", "/v: bytes 30000- were asked for, bytes 30000-99998 were sent"),
      ("bytes 30000-99999", "/v: 206 without a usable Content-Range"),
    ])
  func wrongRange(_ contentRange: String, _ message: String) async throws {
    let origin = try FaultOrigin.cuttingFirst(then: rest(contentRange))
    let ledger = try await resuming(origin)
    #expect(ledger.results.map(\.failure?.message) == [message])
    #expect(ledger.results.first?.failure?.isUnavailable == false)
    #expect(origin.requests.count == 2)
    #expect((ledger.begins, ledger.abandons) == (1, 1))
  }

  @Test("a body shorter than its range is refused for good")
  func wrongSize() async throws {
    let short = FaultOrigin.Response.partial([1, 2, 3], contentRange: "bytes 30000-99999/100000")
    let origin = try FaultOrigin.cuttingFirst(then: short)
    let ledger = try await resuming(origin)
    #expect(
      ledger.results.map(\.failure?.message) == ["/v: bytes 30000- were asked for, the body has 3 bytes"])
    #expect((ledger.begins, ledger.abandons) == (1, 1))
  }

  @Test(
    "the rest of something else, and no rest at all, start over in the next attempt",
    arguments: [
      ("bytes 30000-99999/100000", "\"v2\"", 206), ("bytes 30000-99999/100000", "W/\"v1\"", 206),
      ("bytes 30000-100000/100001", "\"v1\"", 206), ("bytes */20000", "\"v1\"", 416),
      ("bytes */30000", "\"v1\"", 416), ("", "\"v1\"", 416),
    ])
  func startsOver(_ contentRange: String, _ tag: String, _ status: Int) async throws {
    var answer = rest(contentRange, tag: tag)
    answer.status = status
    let other = answer
    let origin = try FaultOrigin.start { request in
      switch request.number {
      case 1: FaultOrigin.Response.tagged().cut(after: 30_000, for: request)
      case 2: other
      default: .tagged()
      }
    }
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, "bytes=30000-", nil])
    #expect(origin.conditions == [nil, "\"v1\"", nil])
    #expect((ledger.begins, ledger.abandons) == (2, 1))
  }

  @Test("a 416 means that all is there only where the length is the one first announced")
  func nothingLeft() throws {
    let uri = try URI("http://example.com/v")
    let tag = FaultOrigin.Response.tagged().headers
    let lines = "HTTP/1.1 200 OK\r\n" + tag.map { "\($0.name): \($0.value)\r\n" }.joined()
    let first = ResponseHead(
      status: 200, finalURI: uri, httpVersion: "1.1", fields: HeaderFields(Array(lines.utf8)))
    let validator = try #require(Validator(of: first))
    let refusal = "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */500\r\n"
    let head = ResponseHead(
      status: 416, finalURI: uri, httpVersion: "1.1", fields: HeaderFields(Array(refusal.utf8)))
    let asked = Asked(FetchRequest(uri: uri, kind: .media))
    func answer(_ received: Int64, of total: Int64?) -> Answer {
      let resumption = Resumption(validator: validator, received: received, total: total)
      return Answer(head, to: asked, Demand(pieces: nil, resumption: resumption))
    }
    guard case .complete = answer(500, of: 500) else {
      Issue.record("all of it came")
      return
    }
    for (received, total) in [(500, nil), (499, 500), (500, 600)] as [(Int64, Int64?)] {
      guard case .refused(.changed) = answer(received, of: total) else {
        Issue.record("\(received) of \(String(describing: total)) are not the whole")
        continue
      }
    }
  }

  @Test("through redirects the condition goes to the origin that gave the validator, and to no other")
  func redirects() async throws {
    let store = try FaultOrigin.cuttingFirst()
    let elsewhere = try FaultOrigin.start { _ in .tagged() }
    let door = try FaultOrigin.start { request in
      switch (request.path, request.number) {
      case ("/moving", 2...): .redirect(to: elsewhere.url("/v"))
      case ("/moving", _): .redirect(to: store.url("/a"))
      default: .redirect(to: store.url("/v"))
      }
    }
    let ledger = try await resuming(door)
    #expect(ledger.piece(0) == resumable)
    #expect(door.ranges == [nil, nil])
    #expect(store.ranges == [nil, "bytes=30000-"])
    #expect(store.conditions == [nil, "\"v1\""])
    #expect((ledger.begins, ledger.abandons) == (1, 0))

    let moved = try await resuming(door, "/moving")
    #expect(moved.piece(0) == resumable)
    #expect(elsewhere.ranges == [nil])
    #expect(elsewhere.conditions == [nil])
    #expect((moved.begins, moved.abandons) == (2, 1))
  }

  @Test(
    "what is kept is abandoned when the work is stopped or the transfers are closed",
    arguments: [true, false])
  func stopped(_ closes: Bool) async throws {
    let origin = try FaultOrigin.start { FaultOrigin.Response.tagged().cut(after: 30_000, for: $0) }
    var settings = TransferSettings.quick
    settings.backOff = BackOff(base: .seconds(600), cap: .seconds(600), jitter: 0)
    let ledger = Ledger()
    let (retries, continuation) = AsyncStream<Void>.makeStream()
    let transfers = Transfers(settings: settings) { _ in continuation.yield() }
    let job = try TransferJob.gathering(0, origin.url("/v"), into: ledger, canResume: true)
    let task = Task { await transfers.run(ListSource([job], ledger)) }
    for await _ in retries { break }
    #expect(ledger.abandons == 0)
    if closes { transfers.close() } else { transfers.stop() }
    await task.value
    #expect(ledger.results.count == 1)
    #expect((ledger.begins, ledger.abandons) == (1, 1))
  }

  @Test("only so many pieces are kept at once")
  func places() {
    let totals = Totals()
    #expect((0..<64).allSatisfy { _ in totals.takeKeptPlace() })
    #expect(!totals.takeKeptPlace())
    totals.giveKeptPlace()
    #expect(totals.takeKeptPlace())
    #expect(!totals.takeKeptPlace())
  }
}
