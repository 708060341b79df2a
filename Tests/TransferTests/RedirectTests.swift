import Addresses
import Support
import Testing

@testable import Transfer

@Suite("redirects, credentials, addresses")
struct RedirectTests {
  private func fetch(
    _ url: String, _ transfers: Transfers, isSource: Bool = false
  ) async throws -> Fetched {
    try await transfers.fetch(.init(uri: URI(url), kind: .playlist, isSource: isSource))
  }

  @Test(
    "each kind of redirect is followed, and the last URI is the base", arguments: [301, 302, 303, 307, 308])
  func followed(_ status: Int) async throws {
    let origin = try FaultOrigin.routes([
      "/go": .redirect(to: "../s/v/i.m3u8?t=1", status: status), "/s/v/i.m3u8": .text("#EXTM3U\n"),
    ])
    let fetched = try await fetch(origin.url("/go?id=1"), Transfers(settings: .quick))
    #expect(fetched.head.finalURI.text == origin.url("/s/v/i.m3u8?t=1"))
    #expect(fetched.redirects.map(\.text) == [origin.url("/go?id=1")])
    #expect(fetched.bytes == Array("#EXTM3U\n".utf8))
    #expect(origin.requests.map(\.method) == ["GET", "GET"])
  }

  @Test(
    "redirects without end, without aim or to a file are refused, and the first two are not repeated",
    arguments: [
      ("/loop", "GET /loop: more than 10 redirects", 11),
      ("/none", "GET /none: 302 without a Location", 1),
      ("/file", "GET /file: a redirect to 'file:' is refused", 1),
      ("/nohost", "GET /nohost: a redirect whose Location has no host", 1),
    ])
  func refused(_ path: String, _ message: String, _ requests: Int) async throws {
    let origin = try FaultOrigin.routes([
      "/loop": .redirect(to: "/loop"), "/none": .status(302), "/file": .redirect(to: "file:///etc/hostname"),
      "/nohost": .redirect(to: "http:///x"),
    ])
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch(origin.url(path), Transfers(settings: .quick))
    }
    #expect(failure?.message == message)
    #expect(failure?.isRetriable == false)
    #expect(origin.requests.count == requests)
  }

  @Test("a retry begins at the first URI again")
  func retriedFromTheStart() async throws {
    let origin = try FaultOrigin.start { request in
      if request.path == "/go" { return .redirect(to: "/there?n=\(request.number)") }
      return request.number == 1 ? .status(503) : .text("x")
    }
    let fetched = try await fetch(origin.url("/go"), Transfers(settings: .quick))
    #expect(origin.requests.map(\.target) == ["/go", "/there?n=1", "/go", "/there?n=2"])
    #expect(fetched.redirects.count == 1)
  }

  @Test("credentials go to the source's origin alone, the harmless fields everywhere")
  func credentials() async throws {
    let source = try FaultOrigin.start { _ in .text("x") }
    let other = try FaultOrigin.start { _ in .status(403) }
    var settings = TransferSettings.quick
    settings.headers = [
      "Authorization: Bearer s3cret", "X-Api-Key: s3cret", "Referer: http://r/", "Range: bytes=0-1",
    ]
    .compactMap(HeaderField.init(line:))
    settings.userAgent = "test/1"
    let transfers = Transfers(settings: settings)
    _ = try await fetch(source.url("/a"), transfers, isSource: true)
    _ = try await fetch(source.url("/b"), transfers)
    let failure = await #expect(throws: TransferFailure.self) { try await fetch(other.url("/c"), transfers) }
    for request in source.requests {
      #expect(request.header("authorization") == "Bearer s3cret")
      #expect(request.header("x-api-key") == "s3cret")
      #expect(request.header("range") == nil)
    }
    let stray = try #require(other.requests.first)
    #expect(stray.header("authorization") == nil)
    #expect(stray.header("x-api-key") == nil)
    #expect(stray.header("referer") == "http://r/")
    #expect(stray.header("user-agent") == "test/1")
    #expect(failure?.hint?.contains("--send-credentials-to") == true)
    #expect(failure?.hint?.contains("s3cret") == false)
  }

  @Test("a redirect to another origin loses the credentials, and does not win them back")
  func credentialsAcrossRedirects() async throws {
    let source = try FaultOrigin.start { _ in .text("x") }
    let back = source.url("/back")
    let other = try FaultOrigin.start { _ in .redirect(to: back) }
    let away = other.url("/away")
    let start = try FaultOrigin.start { _ in .redirect(to: away) }
    var settings = TransferSettings.quick
    settings.headers = [HeaderField(name: "Cookie", value: "s3cret")].compactMap { $0 }
    let transfers = Transfers(settings: settings)
    _ = try await fetch(start.url("/go"), transfers, isSource: true)
    #expect(start.requests.map { $0.header("cookie") } == ["s3cret"])
    #expect(other.requests.map { $0.header("cookie") } == [nil])
    // From another origin back to the source's: what it asks for there is not ours to authorise.
    let transfers2 = Transfers(settings: settings)
    _ = try await fetch(source.url("/first"), transfers2, isSource: true)
    _ = try await fetch(other.url("/away"), transfers2)
    #expect(source.requests.map { $0.header("cookie") } == [nil, "s3cret", nil])
  }

  @Test("named hosts get the credentials too")
  func namedHosts() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    var settings = TransferSettings.quick
    settings.headers = [HeaderField(name: "Cookie", value: "s3cret")].compactMap { $0 }
    settings.credentialHosts = ["127.0.0.1"]
    _ = try await fetch(origin.url("/"), Transfers(settings: settings))
    #expect(origin.requests.map { $0.header("cookie") } == ["s3cret"])
  }

  @Test("an address less public than the source's is refused before any byte is sent")
  func guardedAddress() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let transfers = Transfers(settings: .quick)
    transfers.boundary.noteSourceClass(.private)
    for host in ["127.0.0.1", "localhost", "0.0.0.0", "127.1", "[::ffff:127.0.0.1]"] {
      let failure = await #expect(throws: TransferFailure.self) {
        try await fetch("http://\(host):\(origin.port)/x", transfers)
      }
      guard case .refusedAddress? = failure?.kind else {
        Issue.record("\(host): \(failure?.message ?? "no failure")")
        continue
      }
      #expect(failure?.hint == "--allow-private-hosts permits it")
      #expect(failure?.isRetriable == false)
    }
    #expect(origin.connections == 0)
  }

  @Test("the first source's own address is the floor; permission lifts it")
  func floor() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let transfers = Transfers(settings: .quick)
    _ = try await fetch(origin.url("/"), transfers, isSource: true)
    transfers.boundary.noteSourceClass(.public)
    _ = try await fetch(origin.url("/"), transfers)
    var settings = TransferSettings.quick
    settings.allowPrivateHosts = true
    let permitted = Transfers(settings: settings)
    permitted.boundary.noteSourceClass(.public)
    _ = try await fetch(origin.url("/"), permitted)
    #expect(origin.requests.count == 3)
  }

  @Test("behind a proxy names pass and addresses are judged as written")
  func proxied() async throws {
    let proxy = try FaultOrigin.start { _ in .text("x") }
    var settings = TransferSettings.quick
    settings.proxies = Proxies(proxy.url(""))
    let transfers = Transfers(settings: settings)
    transfers.boundary.noteSourceClass(.public)
    _ = try await fetch("http://name.example/a", transfers)
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch("http://10.0.0.1/b", transfers)
    }
    #expect(failure?.message == "GET /b: 10.0.0.1 is less public than the source's own address")
    #expect(proxy.requests.map(\.target) == ["http://name.example/a"])
  }

  @Test(
    "other schemes are refused without a request", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x"])
  func schemes(_ url: String) async throws {
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch(url, Transfers(settings: .quick))
    }
    #expect(failure?.message.hasSuffix("is not followed, only http and https") == true)
  }
}
