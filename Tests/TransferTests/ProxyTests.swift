import Addresses
import Support
import Testing
import Transfer

@Suite("proxies")
struct ProxyTests {
  private func fetch(_ url: String, _ settings: TransferSettings) async throws -> Fetched {
    try await Transfers(settings: settings).fetch(.init(uri: URI(url), kind: .playlist, isSource: true))
  }

  private func settings(_ proxy: String) -> TransferSettings {
    var settings = TransferSettings.quick
    settings.proxies = Proxies(proxy)
    return settings
  }

  @Test("names are the proxy's to know, over http and over SOCKS", arguments: ["http", "socks5h"])
  func forwarded(_ scheme: String) async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let proxy = try ForwardProxy()
    let url = "http://film.example:\(origin.port)/m.m3u8"
    let fetched = try await fetch(url, settings(proxy.url(scheme)))
    #expect(fetched.bytes == Array("x".utf8))
    #expect(origin.requests.map(\.target) == ["/m.m3u8"])
    #expect(proxy.requests.map(\.target) == [scheme == "http" ? url : "film.example:\(origin.port)"])
  }

  @Test("the addresses of SOCKS 5 without a name are looked up here")
  func resolvedHere() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let proxy = try ForwardProxy()
    _ = try await fetch("http://localhost:\(origin.port)/", settings(proxy.url("socks5")))
    #expect(proxy.requests.map(\.method) == ["SOCKS"])
    #expect(proxy.requests.first?.target.hasPrefix("film") == false)
  }

  @Test("https goes through a tunnel, and the fields for the server do not go to the proxy")
  func tunnelled() async throws {
    let folder = try TemporaryFolder("tunnel")
    try folder.write("x", to: "m.m3u8")
    try await Nginx.serving(folder.path, secure: true) { nginx in
      let proxy = try ForwardProxy()
      var settings = settings(proxy.url())
      settings.caFile = nginx.certificate
      settings.user = "for:server"
      settings.proxies.user = "na me:p%s:w"
      let url = try #require(nginx.secureURL("m.m3u8"))
      let fetched = try await fetch(url, settings)
      #expect(fetched.bytes == Array("x".utf8))
      let request = try #require(proxy.requests.first)
      #expect(request.method == "CONNECT")
      // base64 of "na me:p%s:w"
      #expect(request.authorization == "Basic bmEgbWU6cCVzOnc=")
      #expect(try nginx.requests().map(\.authorization) == ["Basic Zm9yOnNlcnZlcg=="])
    }
  }

  @Test("a proxy that refuses is told as such, once, with what helps")
  func refusing() async throws {
    let proxy = try ForwardProxy(refusing: 407)
    var settings = settings(proxy.url())
    settings.proxies.user = "anna:s3cret"
    for url in ["http://film.example/m.m3u8", "https://film.example/m.m3u8"] {
      let failure = await #expect(throws: TransferFailure.self) { try await fetch(url, settings) }
      #expect(failure?.message.contains("407 Proxy Authentication Required") == true)
      #expect(failure?.message.contains("s3cret") == false)
      #expect(failure?.hint?.contains("--proxy-user") == true)
      #expect(failure?.isRetriable == false)
    }
    #expect(proxy.requests.count == 2)
    let passing = try ForwardProxy(refusing: 503)
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch("https://film.example/m.m3u8", self.settings(passing.url()))
    }
    #expect(failure?.message == "GET /m.m3u8: the proxy refuses: 503 Service Unavailable")
    #expect(failure?.isUnavailable == true)
    #expect(passing.requests.count == 4)
  }

  @Test("a proxy that is not there is named as the proxy, without its password")
  func absent() async throws {
    let nobody = try ReservedPort()
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch("http://film.example/m.m3u8", settings("http://anna:s3cret@127.0.0.1:\(nobody.port)"))
    }
    #expect(failure?.message.hasPrefix("GET /m.m3u8: cannot connect to the proxy: ") == true)
    #expect(failure?.message.contains("s3cret") == false)
  }

  @Test(
    "hosts that are excepted are reached without it",
    arguments: [
      ("127.0.0.1", true), ("127.0.0.0/8", true), ("*", true), ("example.com, 127.0.0.1", true),
      ("10.0.0.0/8", false), ("0.0.1", false), ("127.0.0.0/33", false), ("", false), ("127.0.0", false),
    ])
  func excepted(_ list: String, _ isDirect: Bool) async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let proxy = try ForwardProxy()
    var settings = settings(proxy.url())
    settings.proxies.exceptions = list
    _ = try await fetch(origin.url("/"), settings)
    #expect(proxy.requests.isEmpty == isDirect)
    #expect(origin.requests.count == 1)
  }

  @Test("names are excepted with all below them", arguments: ["example", ".example", "film.EXAMPLE"])
  func exceptedNames(_ list: String) async throws {
    let proxy = try ForwardProxy(refusing: 404)
    var settings = settings(proxy.url())
    settings.proxies.exceptions = list
    settings.retries = 0
    // Directly, such a name has no address (RFC 6761).
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch("http://film.example/", settings)
    }
    #expect(failure?.isUnavailable == true)
    #expect(proxy.requests.isEmpty)
    _ = await #expect(throws: TransferFailure.self) { try await fetch("http://counterexample/", settings) }
    #expect(proxy.requests.count == 1)
  }

  @Test("each scheme has its own")
  func schemes() async throws {
    let proxy = try ForwardProxy(refusing: 404)
    var settings = TransferSettings.quick
    settings.proxies.https = proxy.url()
    let origin = try FaultOrigin.start { _ in .text("x") }
    _ = try await fetch(origin.url("/"), settings)
    #expect(proxy.requests.isEmpty)
    _ = await #expect(throws: TransferFailure.self) { try await fetch("https://film.example/", settings) }
    #expect(proxy.requests.map(\.target) == ["film.example:443"])
  }
}
