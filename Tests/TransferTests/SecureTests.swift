import Addresses
import Support
import Testing
import Transfer

@Suite("TLS and HTTP/2, against nginx")
struct SecureTests {
  private func serving(
    directives: String = "", _ body: (Nginx, TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder("secure")
    for name in 0..<60 { try folder.write("segment \(name)", to: "\(name).ts") }
    try await Nginx.serving(folder.path, secure: true, directives: directives) { try await body($0, folder) }
  }

  private func settings(trusting nginx: Nginx) -> TransferSettings {
    var settings = TransferSettings.quick
    settings.caFile = nginx.certificate
    return settings
  }

  @Test("a host that speaks HTTP/2 is served by one engine over one connection")
  func pinned() async throws {
    try await serving { nginx, _ in
      let transfers = Transfers(settings: settings(trusting: nginx))
      let base = try #require(nginx.secureURL())
      let first = try await transfers.fetch(.init(uri: URI(base + "0.ts"), kind: .playlist))
      #expect(first.head.httpVersion == "2")
      let ledger = Ledger()
      let jobs = try (0..<60).map { try TransferJob.gathering($0, "\(base)\($0).ts", into: ledger) }
      await transfers.run(ListSource(jobs, ledger))
      #expect(ledger.results.filter { $0.failure != nil }.map(\.failure?.message) == [])
      #expect(ledger.piece(59) == Array("segment 59".utf8))
      let requests = try nginx.requests()
      #expect(requests.count == 61)
      #expect(Set(requests.map(\.connection)).count == 1)
    }
  }

  @Test("a certificate that nobody vouches for is refused, once, and passes only where checks are off")
  func untrusted() async throws {
    try await serving { nginx, _ in
      let uri = try URI(#require(nginx.secureURL("0.ts")))
      let failure = await #expect(throws: TransferFailure.self) {
        try await Transfers(settings: .quick).fetch(.init(uri: uri, kind: .playlist))
      }
      #expect(failure?.message.hasPrefix("GET /0.ts: the certificate is not trusted: ") == true)
      #expect(failure?.isRetriable == false)
      #expect(failure?.isUnavailable == false)
      var settings = TransferSettings.quick
      settings.insecure = true
      let fetched = try await Transfers(settings: settings).fetch(.init(uri: uri, kind: .playlist))
      #expect(fetched.bytes == Array("segment 0".utf8))
      #expect(try nginx.requests().count == 1)
    }
  }

  @Test("a redirect from https to http is refused")
  func downgrade() async throws {
    try await serving(directives: "location = /down { return 302 http://127.0.0.1:$server_port/0.ts; }") {
      nginx, _ in
      let uri = try URI(#require(nginx.secureURL("down")))
      let failure = await #expect(throws: TransferFailure.self) {
        try await Transfers(settings: settings(trusting: nginx)).fetch(.init(uri: uri, kind: .playlist))
      }
      #expect(failure?.message == "GET /down: a redirect from https to http is refused")
    }
  }

  @Test("pieces over HTTP/2 come as over HTTP/1.1")
  func pieces() async throws {
    try await serving { nginx, folder in
      try folder.write(String(repeating: "0123456789", count: 50_000), to: "v.mp4")
      let uri = try #require(nginx.secureURL("v.mp4"))
      let ledger = try await run(
        { [try .gathering(0, uri, start: 5, lengths: [10, 300_000], into: $0)] },
        settings: settings(trusting: nginx))
      #expect(ledger.results.map(\.failure?.message) == [nil])
      #expect(ledger.piece(0, 0) == Array("5678901234".utf8))
      #expect(ledger.piece(0, 1)?.count == 300_000)
    }
  }
}
