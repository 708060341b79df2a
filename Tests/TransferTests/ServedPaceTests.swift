import Addresses
import Support
import Testing
import Transfer

@Suite("rate limit and throttled bodies, against nginx", .timeLimit(.minutes(1)))
struct ServedPaceTests {
  private func serving(
    _ bytes: [UInt8], directives: String = "", _ body: (Nginx) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder("pace")
    for name in 0..<3 { try folder.write(bytes, to: "\(name).ts") }
    try await Nginx.serving(folder.path, secure: true, directives: directives, body)
  }

  @Test("the limit holds for several streams of one HTTP/2 connection", arguments: [100_000, 50_000_000])
  func streams(_ limit: Int64) async throws {
    let bytes = pattern(limit < 1_000_000 ? 60_000 : 500_000)
    try await serving(bytes) { nginx in
      var settings = TransferSettings.quick
      settings.caFile = nginx.certificate
      settings.rateLimit = limit
      let base = try #require(nginx.secureURL())
      let start = ContinuousClock.now
      let ledger = try await run(
        { ledger in try (0..<3).map { try .gathering($0, "\(base)\($0).ts", into: ledger) } },
        settings: settings)
      let time = ContinuousClock.now - start
      #expect(ledger.results.map(\.failure?.message) == [nil, nil, nil])
      for job in 0..<3 { #expect(ledger.piece(job) == bytes) }
      if limit < 1_000_000 { #expect(time >= .milliseconds(1550) * 0.8) }
    }
  }

  @Test(
    "a server that throttles each answer is asked for the rest again and again", arguments: [true, false])
  func throttled(_ isSecure: Bool) async throws {
    let bytes = pattern(300_000)
    try await serving(bytes, directives: "limit_rate_after 100k; limit_rate 1k;") { nginx in
      var settings = TransferSettings.quick
      settings.caFile = nginx.certificate
      settings.throttledRate = 100_000
      settings.throttledWindow = .milliseconds(600)
      settings.retries = 1
      let url = try #require(isSecure ? nginx.secureURL("0.ts") : nginx.url("0.ts"))
      let ledger = try await run(
        { [try .gathering(0, url, into: $0, canResume: true)] }, settings: settings)
      #expect(ledger.results.map(\.failure?.message) == [nil])
      #expect(ledger.piece(0) == bytes)
      #expect((ledger.begins, ledger.abandons) == (1, 0))
      let answers = try nginx.requests()
      #expect(answers.count >= 3)
      #expect(answers.first?.status == 200)
      #expect(answers.dropFirst().allSatisfy { $0.status == 206 })
      #expect(answers.dropFirst().allSatisfy { $0.range.hasPrefix("bytes=") && $0.range.hasSuffix("-") })
    }
  }
}
