import Addresses
import Support
import Synchronization
import Testing
import Transfer

@Suite("retries, back-off, refusing sinks")
struct RetryTests {
  @Test("one bad resource does not hold up the good ones")
  func laterPasses() async throws {
    let origin = try FaultOrigin.start { request in
      request.path == "/3" && request.number <= 2 ? .status(503) : .file([1])
    }
    var settings = TransferSettings.quick
    settings.connections = 1
    settings.engines = 1
    settings.backOff = BackOff(base: .milliseconds(200), cap: .milliseconds(200), jitter: 0)
    let ledger = try await run(
      { ledger in try (0..<30).map { try .gathering($0, origin.url("/\($0)"), into: ledger) } },
      settings: settings)
    #expect(ledger.results.allSatisfy { $0.failure == nil })
    let order = origin.requests.map(\.path)
    #expect(order.count == 32)
    #expect(order.lastIndex(of: "/29") ?? 99 < order.lastIndex(of: "/3") ?? 0)
  }

  @Test("a host that fails is left alone while another works")
  func hostBackOff() async throws {
    let bad = try FaultOrigin.start { _ in .status(503) }
    let good = try FaultOrigin.start { _ in .file([1]) }
    var settings = TransferSettings.quick
    settings.backOff = BackOff(base: .milliseconds(100), cap: .milliseconds(100), jitter: 0)
    settings.retries = 2
    let ledger = Ledger()
    let jobs = try (0..<200).map { index in
      let origin = index.isMultiple(of: 2) ? bad : good
      return try TransferJob.gathering(index, origin.url("/\(index)"), into: ledger)
    }
    let transfers = Transfers(settings: settings)
    let counts = Mutex((good: 0, badWhenGoodWasDone: 0))
    await transfers.run(
      ListSource(jobs, ledger) { results in
        let done = counts.withLock { counts in
          counts.good += results.filter { $0.failure == nil }.count
          if counts.good == 100, counts.badWhenGoodWasDone == 0 {
            counts.badWhenGoodWasDone = bad.requests.count
          }
          return counts.badWhenGoodWasDone > 0 && results.contains { $0.failure != nil }
        }
        if done { transfers.stop() }
      })
    #expect(good.requests.count == 100)
    // Without a pause of the whole host each of its hundred jobs would have asked by then.
    #expect(counts.withLock { $0.badWhenGoodWasDone } <= 40)
    #expect(ledger.results.contains { $0.failure?.status == 503 })
  }

  @Test("each retry is told with its reason and wait")
  func notices() async throws {
    let origin = try FaultOrigin.start { $0.number == 1 ? .status(503) : .file([1]) }
    let notices = Mutex<[RetryNotice]>([])
    let transfers = Transfers(settings: .quick) { event in
      if case .retry(let notice) = event { notices.withLock { $0.append(notice) } }
    }
    _ = try await transfers.fetch(.init(uri: URI(origin.url("/k?x=1")), kind: .key))
    let seen = notices.withLock { $0 }
    #expect(seen.map(\.failure.message) == ["GET /k: 503 Service Unavailable"])
    #expect(seen.map(\.attempt) == [1])
    #expect(seen.map(\.attempts) == [4])
    #expect(seen.map(\.wait) == [.milliseconds(5)])
    #expect(transfers.totals.retries == 1)
  }

  @Test("an attempt that completed a piece starts the count of failures anew")
  func progressCounts() async throws {
    let bytes = pattern(6000)
    let origin = try FaultOrigin.start { request in
      var answer = FaultOrigin.Response.file(bytes).resolved(for: request)
      answer.sent = 1500
      answer.ending = .close
      return answer
    }
    var settings = TransferSettings.quick
    settings.retries = 1
    let ledger = try await run(
      { [try .gathering(0, origin.url("/v"), start: 0, lengths: [1000, 1000, 1000, 1000, 1000], into: $0)] },
      settings: settings)
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(origin.requests.count == 5)
  }

  @Test(
    "a sink's refusal is the reason, and is retried only where it says so",
    arguments: [(false, 1), (true, 4)])
  func refusingSink(_ isRetriable: Bool, _ requests: Int) async throws {
    let origin = try FaultOrigin.routes(["/s": .file(pattern(50_000))])
    let refusal = TestRefusal(
      isRetriable: isRetriable, sentence: "writing 000003.ts: no space left on device")
    let ledger = try await run { [try .gathering(0, origin.url("/s"), into: $0, refusal: refusal)] }
    #expect(ledger.results.map(\.failure?.message) == ["/s: writing 000003.ts: no space left on device"])
    guard case .sink(let carried)? = ledger.results.first?.failure?.kind else {
      Issue.record("the sink's error was lost")
      return
    }
    #expect(carried is TestRefusal)
    #expect(origin.requests.count == requests)
    #expect(ledger.abandons == requests)
  }
}
