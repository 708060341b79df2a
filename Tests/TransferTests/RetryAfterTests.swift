import Addresses
import Support
import Testing
import Transfer

@Suite("Retry-After")
struct RetryAfterTests {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  private static func refusal(_ status: Int, retryAfter: String) -> FaultOrigin.Response {
    .status(status, headers: [(name: "Retry-After", value: retryAfter), (name: "Date", value: date)])
  }

  @Test(
    "it is waited for, in seconds and as a date", arguments: [429, 503],
    ["1", "Sun, 06 Nov 1994 08:49:38 GMT"])
  func waited(_ status: Int, _ value: String) async throws {
    let origin = try FaultOrigin.start { request in
      request.number == 1 ? Self.refusal(status, retryAfter: value) : .file([1])
    }
    let ledger = try await run { [try .gathering(0, origin.url("/s"), into: $0)] }
    #expect(ledger.piece(0) == [1])
    let times = origin.requests.map(\.time)
    #expect(times.count == 2)
    #expect(times[1] - times[0] >= .milliseconds(980))
  }

  @Test(
    "beyond the limit there is no other attempt, and the failure says how long the server asks for",
    arguments: [429, 503], ["999999999", "Sun, 06 Nov 2094 08:49:38 GMT", "121"])
  func beyondTheLimit(_ status: Int, _ value: String) async throws {
    let origin = try FaultOrigin.start { _ in Self.refusal(status, retryAfter: value) }
    let ledger = try await run { [try .gathering(0, origin.url("/s"), into: $0)] }
    let failure = try #require(ledger.results.first?.failure)
    #expect(failure.status == status)
    #expect(failure.isUnavailable)
    #expect(failure.retryAfter ?? .zero > .seconds(120))
    #expect(failure.hint?.hasPrefix("the server asks to be left alone for ") == true)
    #expect(origin.requests.count == 1)
  }

  @Test("one that cannot be read is ignored", arguments: ["soon", "-5", ""])
  func unreadable(_ value: String) async throws {
    let origin = try FaultOrigin.start { request in
      request.number == 1 ? Self.refusal(429, retryAfter: value) : .file([1])
    }
    let ledger = try await run { [try .gathering(0, origin.url("/s"), into: $0)] }
    #expect(ledger.piece(0) == [1])
  }

  @Test(
    "all work of the host waits, although other answers of it are good, and no work of another host",
    arguments: [429, 503])
  func wholeHost(_ status: Int) async throws {
    let busy = try FaultOrigin.start { request in
      switch request.path {
      case "/0": request.number == 1 ? Self.refusal(status, retryAfter: "1") : .file([1])
      // Under way when the refusal comes, and good after it.
      case "/1": FaultOrigin.Response.file([1]).delayed(.milliseconds(200))
      default: .file([1])
      }
    }
    let other = try FaultOrigin.start { _ in .file([1]) }
    var settings = TransferSettings.quick
    settings.connections = 2
    settings.engines = 1
    let ledger = try await run(
      { ledger in
        try (0..<20).map { index in
          try .gathering(index, (index < 10 ? busy : other).url("/\(index)"), into: ledger)
        }
      }, settings: settings)
    #expect(ledger.results.map(\.failure?.message) == Array(repeating: nil, count: 20))
    let refused = try #require(busy.requests(for: "/0").first).time
    // Only what was asked before the refusal came was asked within the second.
    let early = busy.requests.filter { $0.time - refused < .milliseconds(900) }
    #expect(early.count <= 4)
    #expect(early.contains { $0.path == "/1" })
    let second = try #require(busy.requests(for: "/0").last).time
    #expect(other.requests.contains { $0.time < second })
  }
}
