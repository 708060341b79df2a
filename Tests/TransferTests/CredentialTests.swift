import Addresses
import Files
import Support
import Testing
import Transfer

@Suite("who gets which credentials")
struct CredentialTests {
  @discardableResult
  private func fetch(
    _ url: String, _ transfers: Transfers, kind: ResourceKind = .playlist, isSource: Bool = false
  ) async throws -> Fetched {
    try await transfers.fetch(.init(uri: URI(url), kind: kind, isSource: isSource))
  }

  /// One handle for all requests, so that what one leaves behind would show in the next.
  private var single: TransferSettings {
    var settings = TransferSettings.quick
    settings.engines = 1
    settings.connections = 1
    return settings
  }

  /// Each way to give credentials, and the fields that they become.
  private func ways(_ folder: TemporaryFolder) throws -> [(
    settings: TransferSettings, name: String, value: String
  )] {
    let netrc = try folder.write(
      "machine 127.0.0.1 login anna password s3cret\ndefault login other password 0ther\n", to: "netrc")
    var cookies = single
    cookies.cookies = "sid=s3cret; b=2"
    var user = single
    user.user = "anna:s3cret"
    var file = single
    file.netrcFile = try NetrcFile.read(netrc)
    return [
      (cookies, "cookie", "sid=s3cret; b=2"), (user, "authorization", "Basic YW5uYTpzM2NyZXQ="),
      (file, "authorization", "Basic YW5uYTpzM2NyZXQ="),
    ]
  }

  @Test("cookies, user and netrc go to the source's origin alone, and to hosts that are named")
  func origins() async throws {
    let folder = try TemporaryFolder("netrc")
    for (settings, name, value) in try ways(folder) {
      let source = try FaultOrigin.start { _ in .text("x") }
      let other = try FaultOrigin.start { _ in .status(403) }
      let transfers = Transfers(settings: settings)
      try await fetch(source.url("/a"), transfers, isSource: true)
      let failure = await #expect(throws: TransferFailure.self) {
        try await fetch(other.url("/b"), transfers)
      }
      try await fetch(source.url("/c"), transfers, kind: .media)
      #expect(source.requests.map { $0.header(name) } == [value, value])
      #expect(other.requests.map { $0.header(name) } == [nil])
      #expect(failure?.hint?.contains("--send-credentials-to") == true)
      var wider = settings
      wider.credentialHosts = ["127.0.0.1"]
      let failure2 = await #expect(throws: TransferFailure.self) {
        try await fetch(other.url("/d"), Transfers(settings: wider))
      }
      #expect(failure2?.hint == nil)
      #expect(other.requests.last?.header(name) == value)
    }
  }

  @Test("a redirect to another origin takes none of them along")
  func redirects() async throws {
    let folder = try TemporaryFolder("netrc")
    for (settings, name, value) in try ways(folder) {
      let other = try FaultOrigin.start { _ in .text("x") }
      let away = other.url("/there")
      let source = try FaultOrigin.start { request in
        request.path == "/go" ? .redirect(to: away) : .redirect(to: "/go")
      }
      try await fetch(source.url("/start"), Transfers(settings: settings), isSource: true)
      #expect(source.requests.map { $0.header(name) } == [value, value])
      #expect(other.requests.map { $0.header(name) } == [nil])
    }
  }

  @Test("a refusal beyond a redirect says why it came without them")
  func refusedBeyondRedirect() async throws {
    let other = try FaultOrigin.start { _ in .status(401) }
    let away = "http://localhost:\(other.port)/there"
    let source = try FaultOrigin.start { _ in .redirect(to: away) }
    var settings = single
    settings.user = "anna:s3cret"
    let failure = await #expect(throws: TransferFailure.self) {
      try await fetch(source.url("/"), Transfers(settings: settings), isSource: true)
    }
    #expect(failure?.hint?.hasSuffix("since a redirect led there") == true)
    #expect(failure?.hint?.contains("s3cret") == false)
  }

  @Test("netrc answers for the hosts that it names, and a field of one's own goes before user and netrc")
  func netrc() async throws {
    let folder = try TemporaryFolder("netrc")
    let origin = try FaultOrigin.start { _ in .text("x") }
    var settings = single
    settings.netrcFile = try NetrcFile.read(
      try folder.write("machine 127.0.0.1 login a password b\n", to: "netrc"))
    settings.credentialHosts = ["localhost"]
    let transfers = Transfers(settings: settings)
    try await fetch(origin.url("/"), transfers, isSource: true)
    try await fetch("http://localhost:\(origin.port)/", transfers)
    settings.user = "u:p"
    try await fetch(origin.url("/"), Transfers(settings: settings), isSource: true)
    settings.headers = [HeaderField(name: "Authorization", value: "Bearer t")].compactMap { $0 }
    try await fetch(origin.url("/"), Transfers(settings: settings), isSource: true)
    #expect(
      origin.requests.map { $0.headers.filter { $0.name == "authorization" }.map(\.value) }
        == [["Basic YTpi"], [], ["Basic dTpw"], ["Bearer t"]])
    #expect(throws: SystemError.self) { try NetrcFile.read(folder.path("none")) }
    #expect(throws: SystemError.self) { try NetrcFile.read(folder.path) }
  }

  @Test("fields of a class go with that class to any host of the source, in place of general ones")
  func classes() async throws {
    let source = try FaultOrigin.start { _ in .text("x") }
    let other = try FaultOrigin.start { _ in .text("x") }
    var settings = single
    settings.headers = ["Authorization: general", "X-All: 1"].compactMap(HeaderField.init(line:))
    settings.classHeaders = [
      .key: ["authorization: for keys", "Cookie: k=1", "Range: bytes=0-0"].compactMap(
        HeaderField.init(line:)),
      .playlist: ["X-List: 2"].compactMap(HeaderField.init(line:)),
    ]
    settings.cookies = "c=1"
    let transfers = Transfers(settings: settings)
    try await fetch(source.url("/p"), transfers, isSource: true)
    try await fetch(source.url("/k"), transfers, kind: .key)
    try await fetch(source.url("/m"), transfers, kind: .media)
    try await fetch(other.url("/k"), transfers, kind: .key)
    try await fetch(other.url("/p"), transfers)
    func seen(_ origin: FaultOrigin) -> [[String?]] {
      origin.requests.map { request in
        ["authorization", "cookie", "x-list", "x-all", "range"].map { request.header($0) }
      }
    }
    #expect(
      seen(source) == [
        ["general", "c=1", "2", "1", nil], ["for keys", "k=1", nil, "1", nil],
        ["general", "c=1", nil, "1", nil],
      ])
    #expect(seen(other) == [["for keys", "k=1", nil, nil, nil], [nil, nil, "2", nil, nil]])
  }

  @Test("fields of a class do not cross a redirect to another origin, but for those that go everywhere")
  func classesAcrossRedirects() async throws {
    let other = try FaultOrigin.start { _ in .text("x") }
    let away = other.url("/k")
    let keys = try FaultOrigin.start { _ in .redirect(to: away) }
    var settings = single
    settings.classHeaders = [
      .key: ["X-Key: s3cret", "Referer: http://r/"].compactMap(HeaderField.init(line:))
    ]
    try await fetch(keys.url("/k"), Transfers(settings: settings), kind: .key)
    #expect(keys.requests.map { $0.header("x-key") } == ["s3cret"])
    #expect(other.requests.map { $0.header("x-key") } == [nil])
    #expect(other.requests.map { $0.header("referer") } == ["http://r/"])
  }

  @Test("the user's cookies and those of a server are one field")
  func joined() async throws {
    let origin = try FaultOrigin.start { _ in .text("x").header("Set-Cookie", "s=1") }
    var settings = single
    settings.cookies = "a=1"
    settings.headers = [HeaderField(line: "Cookie: b=2")].compactMap { $0 }
    let transfers = Transfers(settings: settings)
    try await fetch(origin.url("/"), transfers, isSource: true)
    try await fetch(origin.url("/"), transfers)
    #expect(
      origin.requests.map { $0.headers.filter { $0.name == "cookie" }.map(\.value) }
        == [["b=2; a=1"], ["s=1; b=2; a=1"]])
  }
}

@Suite("the source's query on other requests")
struct SourceQueryTests {
  private func fetch(
    _ url: String, _ transfers: Transfers, kind: ResourceKind = .playlist, isSource: Bool = false
  ) async throws -> Fetched {
    try await transfers.fetch(.init(uri: URI(url), kind: kind, isSource: isSource))
  }

  @Test("it is added where it is missing, on the wire only, and never for another origin")
  func appended() async throws {
    let other = try FaultOrigin.start { _ in .text("x") }
    let away = other.url("/away")
    let source = try FaultOrigin.start { request in
      request.path == "/go" ? .redirect(to: away) : request.path == "/near" ? .redirect(to: "/b") : .text("x")
    }
    var settings = TransferSettings.quick
    settings.appendsSourceQuery = true
    let transfers = Transfers(settings: settings)
    _ = try await fetch(source.url("/m.m3u8?token=s3cret&x"), transfers, isSource: true)
    let fetched = try await fetch(source.url("/a.ts"), transfers, kind: .media)
    #expect(fetched.head.finalURI.text == source.url("/a.ts"))
    _ = try await fetch(source.url("/k?t%6Fken=own&n=1#f"), transfers, kind: .key)
    _ = try await fetch(source.url("/near"), transfers)
    _ = try await fetch(source.url("/go"), transfers)
    _ = try await fetch(other.url("/b"), transfers)
    _ = try await fetch(source.url("/art.jpg"), transfers, kind: .artwork)
    #expect(
      source.requests.map(\.target) == [
        "/m.m3u8?token=s3cret&x", "/a.ts?token=s3cret&x", "/k?t%6Fken=own&n=1&x", "/near?token=s3cret&x",
        "/b?token=s3cret&x", "/go?token=s3cret&x", "/art.jpg",
      ])
    #expect(other.requests.map(\.target) == ["/away", "/b"])
  }

  @Test("an address taken as the source stands for it, where the source is not fetched")
  func taken() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    var settings = TransferSettings.quick
    settings.appendsSourceQuery = true
    settings.user = "a:b"
    let transfers = Transfers(settings: settings)
    transfers.takeAsSource(try URI(origin.url("/film/?token=s3cret")))
    _ = try await fetch(origin.url("/film/a.m3u8"), transfers)
    #expect(origin.requests.map(\.target) == ["/film/a.m3u8?token=s3cret"])
    #expect(origin.requests.map { $0.header("authorization") } == ["Basic YTpi"])
  }
}
