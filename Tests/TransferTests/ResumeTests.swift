import Addresses
import Support
import Testing
import Transfer

/// What all these tests fetch.
let resumable = pattern(100_000)

extension FaultOrigin.Response {
  /// The resource with a strong entity tag, ranges and If-Range honoured.
  static func tagged(_ bytes: [UInt8] = resumable, _ tag: String = "\"v1\"") -> Self {
    Self.file(bytes).header("ETag", tag)
  }
}

extension FaultOrigin {
  /// An origin whose first answer is cut after 30,000 bytes.
  static func cuttingFirst(
    _ answer: Response = .tagged(), by ending: Response.Ending = .close, then next: Response? = nil
  ) throws -> FaultOrigin {
    try start { request in
      request.number == 1 ? answer.cut(after: 30_000, by: ending, for: request) : next ?? answer
    }
  }

  /// The Range field of each request, in order.
  var ranges: [String?] { requests.map { $0.header("range") } }
  /// The If-Range field of each request, in order.
  var conditions: [String?] { requests.map { $0.header("if-range") } }
}

/// A job of the whole resource, or of pieces, whose sinks can resume.
func resuming(
  _ origin: FaultOrigin, _ path: String = "/v", start: Int64? = nil, lengths: [Int64] = [],
  settings: TransferSettings = .quick
) async throws -> Ledger {
  try await run(
    { [try .gathering(0, origin.url(path), start: start, lengths: lengths, into: $0, canResume: true)] },
    settings: settings)
}

@Suite("going on inside a piece", .timeLimit(.minutes(1)))
struct ResumeTests {
  enum Cut: CaseIterable { case close, reset, stall }

  @Test("a cut body goes on in the same sink, on condition that it is the same", arguments: Cut.allCases)
  func goesOn(_ cut: Cut) async throws {
    let ending: FaultOrigin.Response.Ending =
      switch cut {
      case .close: .close
      case .reset: .reset
      case .stall: .stall
      }
    let origin = try FaultOrigin.cuttingFirst(by: ending)
    var settings = TransferSettings.quick
    if cut == .stall { settings.stallTimeout = .seconds(1) }
    let ledger = try await resuming(origin, settings: settings)
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, "bytes=30000-"])
    #expect(origin.conditions == [nil, "\"v1\""])
    #expect(origin.requests.last?.header("accept-encoding") == "identity")
    #expect((ledger.begins, ledger.abandons) == (1, 0))
    #expect(ledger.results.map(\.bytes) == [100_000])
  }

  @Test("inside the piece under way of several byte ranges it is the same")
  func pieces() async throws {
    let origin = try FaultOrigin.cuttingFirst()
    let ledger = try await resuming(origin, start: 1000, lengths: [10_000, 50_000, 20_000])
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.results.map(\.completePieces) == [3])
    #expect(ledger.piece(0, 0) == Array(resumable[1000..<11_000]))
    #expect(ledger.piece(0, 1) == Array(resumable[11_000..<61_000]))
    #expect(ledger.piece(0, 2) == Array(resumable[61_000..<81_000]))
    #expect(origin.ranges == ["bytes=1000-80999", "bytes=31000-80999"])
    #expect(origin.conditions == [nil, "\"v1\""])
    #expect((ledger.begins, ledger.abandons) == (3, 0))
  }

  @Test("a body without a length goes on too")
  func chunked() async throws {
    var answer = FaultOrigin.Response.tagged()
    answer.framing = .chunked(1000)
    let origin = try FaultOrigin.cuttingFirst(answer)
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, "bytes=30000-"])
    #expect((ledger.begins, ledger.abandons) == (1, 0))
  }

  @Test("an answer that says nothing of the resource leaves what came for the attempt after it")
  func busyBetween() async throws {
    let origin = try FaultOrigin.start { request in
      switch request.number {
      case 1: FaultOrigin.Response.tagged().cut(after: 30_000, for: request)
      case 2: .status(503)
      case 3: .resetAtOnce
      default: .tagged()
      }
    }
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, "bytes=30000-", "bytes=30000-", "bytes=30000-"])
    #expect((ledger.begins, ledger.abandons) == (1, 0))
  }

  static let now = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    "a date is a strong validator only a minute before the answer's own",
    arguments: [
      ("Sun, 06 Nov 1994 08:48:37 GMT", now, true), ("Sun, 06 Nov 1994 08:48:38 GMT", now, false),
      ("Sun, 06 Nov 1994 08:48:37 GMT", nil, false), ("yesterday", now, false),
    ])
  func lastModified(_ modified: String, _ date: String?, _ isStrong: Bool) async throws {
    var answer = FaultOrigin.Response.file(resumable).header("Last-Modified", modified)
    if let date { answer = answer.header("Date", date) }
    let origin = try FaultOrigin.cuttingFirst(answer)
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, isStrong ? "bytes=30000-" : nil])
    #expect(origin.conditions == [nil, isStrong ? modified : nil])
    #expect(ledger.abandons == (isStrong ? 0 : 1))
  }

  @Test(
    "without a strong validator it starts over, whatever the date says",
    arguments: ["W/\"v1\"", "v1", "\"v\"1\"", "\"\u{e9}\"", ""])
  func weak(_ tag: String) async throws {
    let answer = FaultOrigin.Response.tagged(resumable, tag).header("Date", Self.now)
      .header("Last-Modified", "Sun, 06 Nov 1993 08:48:37 GMT")
    let origin = try FaultOrigin.cuttingFirst(answer)
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, nil])
    #expect((ledger.begins, ledger.abandons) == (2, 1))
  }

  @Test("a compressed body and a sink that cannot resume start over")
  func notResumable() async throws {
    let compressed = FaultOrigin.Response.tagged(gzip(stored: resumable)).header("Content-Encoding", "gzip")
    let origin = try FaultOrigin.cuttingFirst(compressed)
    let ledger = try await resuming(origin)
    #expect(ledger.piece(0) == resumable)
    #expect(origin.ranges == [nil, nil])
    #expect((ledger.begins, ledger.abandons) == (2, 1))

    let plain = try FaultOrigin.cuttingFirst()
    let other = try await run(
      { [try .gathering(0, plain.url("/v"), into: $0)] }, settings: .quick)
    #expect(other.piece(0) == resumable)
    #expect(plain.ranges == [nil, nil])
    #expect((other.begins, other.abandons) == (2, 1))
  }

  @Test("attempts that bring enough go on as long as it takes")
  func progress() async throws {
    let origin = try FaultOrigin.start { FaultOrigin.Response.tagged().cut(after: 11_000, for: $0) }
    var settings = TransferSettings.quick
    settings.retries = 1
    let ledger = try await resuming(origin, settings: settings)
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0) == resumable)
    #expect(origin.requests.count == 10)
    #expect((ledger.begins, ledger.abandons) == (1, 0))
  }

  @Test("attempts that bring a byte each do not go on for ever")
  func trickle() async throws {
    let origin = try FaultOrigin.start { FaultOrigin.Response.tagged().cut(after: 1, for: $0) }
    let ledger = try await resuming(origin)
    #expect(origin.ranges == [nil, "bytes=1-", "bytes=2-", "bytes=3-"])
    #expect(ledger.results.map(\.failure?.isRetriable) == [true])
    #expect((ledger.begins, ledger.abandons) == (1, 1))
  }

  @Test("a resource that changes again and again does not go on for ever")
  func restless() async throws {
    let origin = try FaultOrigin.start { request in
      FaultOrigin.Response.tagged(resumable, "\"v\(request.number)\"").cut(after: 50_000, for: request)
    }
    let ledger = try await resuming(origin)
    #expect(origin.requests.count == 4)
    #expect(ledger.results.map(\.failure?.isUnavailable) == [true])
    #expect(ledger.begins == ledger.abandons)
  }
}
