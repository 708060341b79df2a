import Addresses
import Support
import Testing
import Transfer

@Suite("client certificates, versions of IP, source addresses")
struct RouteTests {
  private func fetch(_ url: String, _ settings: TransferSettings, isSource: Bool = true) async throws
    -> Fetched
  {
    try await Transfers(settings: settings).fetch(.init(uri: URI(url), kind: .playlist, isSource: isSource))
  }

  /// A client's certificate and key in several forms.
  private func makeCertificates(in folder: TemporaryFolder) async throws {
    try await Tools.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj",
        "/CN=client", "-keyout", folder.path("key.pem"), "-out", folder.path("cert.pem"),
      ])
    try folder.write(try folder.text("cert.pem") + folder.text("key.pem"), to: "both.pem")
    try await Tools.run(
      "openssl",
      [
        "ec", "-in", folder.path("key.pem"), "-aes128", "-passout", "pass:s3cret", "-out",
        folder.path("locked.pem"),
      ])
    try await Tools.run(
      "openssl",
      [
        "pkcs12", "-export", "-in", folder.path("both.pem"), "-passout", "pass:s3cret", "-out",
        folder.path("client.p12"),
      ])
  }

  private func guarded(
    _ body: (_ nginx: Nginx, _ folder: TemporaryFolder, _ settings: TransferSettings) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder("client")
    try await makeCertificates(in: folder)
    try folder.write("x", to: "www/m.m3u8")
    let directives = """
      ssl_verify_client on;
      ssl_client_certificate \(folder.path("cert.pem"));
      """
    try await Nginx.serving(folder.path("www"), secure: true, directives: directives) { nginx in
      var settings = TransferSettings.quick
      settings.caFile = nginx.certificate
      try await body(nginx, folder, settings)
    }
  }

  @Test("a server that asks for a client certificate gets it, in each form")
  func certificate() async throws {
    try await guarded { nginx, folder, settings in
      let url = try #require(nginx.secureURL("m.m3u8"))
      let refused = await #expect(throws: TransferFailure.self) { try await fetch(url, settings) }
      #expect(refused?.status == 400)
      let forms = [
        ClientCertificate(file: folder.path("both.pem")),
        ClientCertificate(file: folder.path("cert.pem"), keyFile: folder.path("key.pem")),
        ClientCertificate(
          file: folder.path("cert.pem"), keyFile: folder.path("locked.pem"), password: "s3cret"),
        ClientCertificate(file: folder.path("client.p12"), password: "s3cret"),
      ]
      for form in forms {
        var settings = settings
        settings.clientCertificate = form
        #expect(try await fetch(url, settings).bytes == Array("x".utf8))
      }
    }
  }

  @Test("no origin but the source's is shown the client certificate")
  func certificateWithheld() async throws {
    try await guarded { nginx, folder, settings in
      let url = try #require(nginx.secureURL("m.m3u8"))
      let source = try FaultOrigin.start { _ in .redirect(to: url) }
      var settings = settings
      settings.clientCertificate = ClientCertificate(file: folder.path("both.pem"))
      let stray = await #expect(throws: TransferFailure.self) {
        try await fetch(url, settings, isSource: false)
      }
      #expect(stray?.status == 400)
      #expect(stray?.withheldFrom != nil)
      let redirected = await #expect(throws: TransferFailure.self) {
        try await fetch(source.url("/"), settings)
      }
      #expect(redirected?.status == 400)
      // Neither the connection nor the session of a request that showed it serves one that must not.
      let transfers = Transfers(settings: settings)
      _ = try await transfers.fetch(.init(uri: URI(url), kind: .playlist, isSource: true))
      let later = await #expect(throws: TransferFailure.self) {
        try await transfers.fetch(.init(uri: URI(source.url("/")), kind: .playlist))
      }
      #expect(later?.status == 400)
      _ = try await transfers.fetch(.init(uri: URI(url), kind: .playlist))
      settings.credentialHosts = ["127.0.0.1"]
      _ = try await fetch(url, settings, isSource: false)
    }
  }

  @Test("a certificate that cannot be used is told once, without its password")
  func unusable() async throws {
    try await guarded { nginx, folder, settings in
      let url = try #require(nginx.secureURL("m.m3u8"))
      var settings = settings
      settings.clientCertificate = ClientCertificate(file: folder.path("client.p12"), password: "wr0ng")
      let failure = await #expect(throws: TransferFailure.self) { try await fetch(url, settings) }
      #expect(failure?.message.hasPrefix("/m.m3u8: the client certificate cannot be used: ") == true)
      #expect(failure?.message.contains("wr0ng") == false)
      #expect(failure?.isRetriable == false)
    }
  }

  @Test("only the version of IP that was asked for is used")
  func versions() async throws {
    let four = try FaultOrigin.start { _ in .text("4") }
    let six = try FaultOrigin.startIPv6 { _ in .text("6") }
    let sixURL = "http://[::1]:\(six.port)/"
    var settings = TransferSettings.quick
    for version in [nil, IPVersion.v4, .v6] {
      settings.ipVersion = version
      for (url, own) in [(four.url("/"), IPVersion.v4), (sixURL, .v6)] {
        if version == nil || version == own {
          _ = try await fetch(url, settings)
        } else {
          let failure = await #expect(throws: TransferFailure.self) { try await fetch(url, settings) }
          #expect(failure?.message.contains("version of IP") == true)
          #expect(failure?.isRetriable == false)
        }
      }
    }
    #expect(four.requests.map(\.peer) == ["127.0.0.1", "127.0.0.1"])
    #expect(six.requests.map(\.peer) == ["::1", "::1"])
  }

  @Test("connections come from the address or the interface that was asked for")
  func sources() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    var settings = TransferSettings.quick
    settings.sourceAddress = "127.0.0.2"
    _ = try await fetch(origin.url("/"), settings)
    settings.sourceAddress = "lo"
    _ = try await fetch(origin.url("/"), settings)
    #expect(origin.requests.map(\.peer) == ["127.0.0.2", "127.0.0.1"])
    for absent in ["192.0.2.1", "nowhere0"] {
      settings.sourceAddress = absent
      let failure = await #expect(throws: TransferFailure.self) { try await fetch(origin.url("/"), settings) }
      #expect(failure?.message.hasPrefix("/: no connection can come from there: ") == true)
      #expect(failure?.isRetriable == false)
    }
  }
}
