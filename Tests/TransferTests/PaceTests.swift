import Addresses
import Support
import Testing

@testable import Transfer

@Suite("rate limit and throttled bodies", .timeLimit(.minutes(1)))
struct PaceTests {
  @Test("all transfers together keep to the limit, and none of them counts as stalled or slow")
  func limited() async throws {
    let bytes = pattern(60_000)
    let origin = try FaultOrigin.start { _ in .file(bytes) }
    var settings = TransferSettings.quick
    settings.rateLimit = 50_000
    settings.stallTimeout = .milliseconds(800)
    settings.throttledRate = 150_000
    settings.throttledWindow = .milliseconds(300)
    let start = ContinuousClock.now
    let ledger = try await run(
      { ledger in try (0..<3).map { try .gathering($0, origin.url("/\($0)"), into: ledger) } },
      settings: settings)
    let time = ContinuousClock.now - start
    #expect(ledger.results.map(\.failure?.message) == [nil, nil, nil])
    for job in 0..<3 { #expect(ledger.piece(job) == bytes) }
    #expect(origin.requests.count == 3)
    // 180,000 bytes less the burst of 12,500.
    #expect(time >= .milliseconds(3350) * 0.8)
  }

  @Test("a cancelled transfer does not wait for the rate limit")
  func cancelled() async throws {
    let origin = try FaultOrigin.start { _ in .file(resumable) }
    var settings = TransferSettings.quick
    settings.rateLimit = 1000
    let transfers = Transfers(settings: settings)
    let ledger = Ledger()
    let job = try TransferJob.gathering(0, origin.url("/v"), into: ledger)
    let task = Task { await transfers.run(ListSource([job], ledger)) }
    while ledger.begins == 0 { try await Task.sleep(for: .milliseconds(5)) }
    transfers.stop()
    await task.value
    #expect(ledger.results.map(\.failure?.isCancellation) == [true])
    #expect(ledger.abandons == 1)
    #expect(origin.requests.count == 1)
  }

  @Test("a throttled body is given up, and the next attempt goes on where it was")
  func throttled() async throws {
    let origin = try FaultOrigin.start { request in
      var answer = FaultOrigin.Response.tagged()
      if request.number == 1 { answer.pace = (1000, .milliseconds(50)) }
      return answer
    }
    var settings = TransferSettings.quick
    settings.throttledRate = 100_000
    settings.throttledWindow = .milliseconds(600)
    let ledger = try await resuming(origin, settings: settings)
    #expect(ledger.results.map(\.failure?.message) == [nil])
    #expect(ledger.piece(0) == resumable)
    #expect(origin.requests.count == 2)
    #expect(origin.conditions == [nil, "\"v1\""])
    #expect((ledger.begins, ledger.abandons) == (1, 0))
  }

  @Test("a body that stays throttled is a failure with its figures")
  func alwaysThrottled() async throws {
    let origin = try FaultOrigin.start { _ in .slow(resumable, block: 100, pause: .milliseconds(50)) }
    var settings = TransferSettings.quick
    settings.throttledRate = 500_000
    settings.throttledWindow = .milliseconds(200)
    settings.retries = 1
    let ledger = try await resuming(origin, settings: settings)
    let failure = try #require(ledger.results.first?.failure)
    guard case .tooSlow(let rate, 500_000) = failure.kind else {
      Issue.record("\(failure)")
      return
    }
    #expect(rate < 500_000)
    #expect(failure.isUnavailable)
    #expect(failure.message.hasSuffix(" bytes a second, less than the 500,000 wanted"))
    #expect(origin.requests.count == 2)
  }

  @Test(
    "the bucket lets the rate through in the long run, and a burst of 250 ms after a rest",
    arguments: [
      1, 1000, 100_000, 10_000_000,
    ] as [Int64])
  func bucket(_ rate: Int64) {
    let start = ContinuousClock.now
    var bucket = TokenBucket(rate: rate, at: start)
    var now = start
    var taken = 0
    var atOnce = 0
    while bucket.take(1000, at: now) == .zero, atOnce < 10_000_000 { atOnce += 1000 }
    #expect(Double(atOnce) <= max(Double(rate) / 4, TokenBucket.leastBurst))
    bucket.giveBack(1000, at: now)
    for _ in 0..<2000 {
      now += bucket.take(5000, at: now)
      taken += 5000
    }
    let mean = Double(taken) / ((now - start) / .seconds(1))
    #expect(abs(mean / Double(rate) - 1) < 0.05)
    now += .seconds(1_000_000)
    #expect(bucket.take(Int(max(rate / 4, 16_384)), at: now) == .zero)
    #expect(bucket.take(1, at: now) > .zero)
  }

  @Test("those who wait for the bucket are served in their order, and time that runs backwards gives nothing")
  func order() {
    let start = ContinuousClock.now
    var bucket = TokenBucket(rate: 1_000_000, at: start)
    #expect(bucket.take(250_000, at: start) == .zero)
    #expect(bucket.take(100_000, at: start) == .milliseconds(100))
    #expect(bucket.take(100_000, at: start) == .milliseconds(200))
    #expect(bucket.take(100_000, at: start - .seconds(5)) == .milliseconds(300))
  }

  @Test("a window knows the mean of its last stretch alone")
  func window() {
    var window = RateWindow(.seconds(30))
    var bytes: Int64 = 0
    for second in 0..<30 {
      #expect(window.rate(bytes: bytes, at: .seconds(second)) == nil)
      bytes += 1000
    }
    #expect(window.rate(bytes: bytes, at: .seconds(30)) == 1000)
    for second in 31...60 {
      bytes += 10
      _ = window.rate(bytes: bytes, at: .seconds(second))
    }
    #expect(window.rate(bytes: bytes, at: .seconds(61)) ?? 0 < 50)
  }
}
