import Addresses
import Support
import Testing
import Transfer

@testable import Commands

@Suite("The options of other people's networks")
struct NetworkOptionTests {
  private func settings(
    _ options: NetworkOptions, environment: [String: String] = [:], headers: [String] = []
  ) throws(Failure) -> TransferSettings {
    var settings = TransferSettings()
    settings.headers = headers.compactMap(HeaderField.init(line:))
    let variables = Environment(value: { environment[$0] }, all: { environment })
    try options.apply(to: &settings, environment: variables)
    return settings
  }

  private func options(_ change: (inout NetworkOptions) -> Void) -> NetworkOptions {
    var options = NetworkOptions()
    change(&options)
    return options
  }

  /// What is refused is refused as a usage error, and no secret is shown.
  private func refusal(
    _ change: (inout NetworkOptions) -> Void, environment: [String: String] = [:], headers: [String] = []
  ) -> Failure? {
    let failure = #expect(throws: Failure.self) {
      try settings(options(change), environment: environment, headers: headers)
    }
    #expect(failure?.code == .usage)
    #expect(failure?.message.contains("s3cret") == false)
    #expect(failure?.hint?.contains("s3cret") != true)
    return failure
  }

  @Test("without options nothing is set, whatever the environment holds")
  func nothing() throws {
    let settings = try settings(
      NetworkOptions(), environment: ["HTTP_PROXY": "http://p:1", "HOME": "/nowhere"])
    #expect(settings.proxies == Proxies())
    #expect(settings.headers.isEmpty)
    #expect(settings.classHeaders.allSatisfy { $1.isEmpty })
    #expect(settings.netrcFile == nil && settings.cookieFile == nil && settings.clientCertificate == nil)
  }

  @Test("fields of a class are read in the open and from files")
  func classes() throws {
    let folder = try TemporaryFolder("options")
    let file = try folder.write("X-A: 1\r\n\nX-B: 2\n", to: "fields")
    let settings = try settings(
      options {
        $0.playlistHeaders = ["@" + file, "X-C: 3"]
        $0.keyHeaders = ["Authorization: s3cret"]
      })
    #expect(settings.classHeaders[.playlist]?.map(\.name) == ["X-A", "X-B", "X-C"])
    #expect(settings.classHeaders[.key]?.map(\.value) == ["s3cret"])
    #expect(refusal { $0.keyHeaders = ["s3cret"] }?.message == "--key-header: not NAME: VALUE")
    #expect(
      refusal { $0.playlistHeaders = ["Range: s3cret"] }?.message
        == "--playlist-header: Range is set by the program itself")
    #expect(
      refusal { $0.keyHeaders = ["@" + folder.path("none")] }?.message.hasPrefix("--key-header: ") == true)
  }

  @Test("a password comes from a file, not from the command line")
  func users() throws {
    let folder = try TemporaryFolder("options")
    let password = try folder.write("s3cret:x\nmore\n", to: "password")
    let whole = try folder.write("anna:s3cret\n", to: "whole")
    #expect(try settings(options { $0.user = "anna:@" + password }).user == "anna:s3cret:x")
    #expect(try settings(options { $0.user = "@" + whole }).user == "anna:s3cret")
    #expect(try settings(options { $0.user = "token:" }).user == "token:")
    #expect(try settings(options { $0.proxyUser = "@" + whole }).proxies.user == "anna:s3cret")
    let open = refusal { $0.user = "anna:s3cret" }
    #expect(open?.message == "--user: a password on a command line is seen by others")
    #expect(open?.hint?.contains("NAME:@FILE") == true)
    #expect(refusal { $0.user = "s3cret" }?.hint?.contains("NAME:@FILE") == true)
    #expect(refusal { $0.user = ":@" + password } != nil)
    #expect(refusal { $0.user = "@" + folder.path("none") } != nil)
    #expect(refusal { $0.proxyUser = "anna:s3cret" }?.message.hasPrefix("--proxy-user: ") == true)
  }

  @Test("a token comes from a file or from a variable that is named, and from nowhere else")
  func bearer() throws {
    let folder = try TemporaryFolder("options")
    let file = try folder.write("s3cret\n", to: "token")
    #expect(try settings(options { $0.bearer = "@" + file }).headers.map(\.value) == ["Bearer s3cret"])
    #expect(
      try settings(options { $0.bearer = "env:MY_TOKEN" }, environment: ["MY_TOKEN": "t"]).headers.map(
        \.value)
        == ["Bearer t"])
    #expect(refusal { $0.bearer = "s3cret" }?.hint == "give @FILE, - or env:NAME")
    #expect(refusal { $0.bearer = "env:s3cret" } != nil)
    #expect(refusal({ $0.bearer = "env:T" }, environment: ["T": "s3cret\r\nX: y"]) != nil)
    let empty = try folder.write("", to: "empty")
    #expect(refusal { $0.bearer = "@" + empty } != nil)
  }

  @Test("two ways to authorise exclude each other")
  func authorisation() throws {
    let folder = try TemporaryFolder("options")
    let file = try folder.write("a:s3cret\n", to: "f")
    let both = refusal {
      $0.user = "@" + file
      $0.bearer = "@" + file
    }
    #expect(both?.message == "--user and --bearer exclude each other")
    let header = refusal({ $0.user = "@" + file }, headers: ["authorization: s3cret"])
    #expect(header?.message.hasSuffix("and --user exclude each other") == true)
  }

  @Test("cookies are text, lines of a file, or a jar")
  func cookies() throws {
    let folder = try TemporaryFolder("options")
    let file = try folder.write("a=1\nb=2; c=3\n", to: "cookies")
    #expect(try settings(options { $0.cookie = "a=1; b=2" }).cookies == "a=1; b=2")
    #expect(try settings(options { $0.cookie = "@" + file }).cookies == "a=1; b=2; c=3")
    #expect(refusal { $0.cookie = "s3cret" }?.hint == "--cookies FILE reads a cookie jar")
    #expect(
      try settings(options { $0.cookieFile = folder.path("jar") }).cookieFile?.path == folder.path("jar"))
    #expect(refusal { $0.cookieFile = file }?.message.hasPrefix("--cookies: ") == true)
    #expect(refusal { $0.cookieFile = folder.path } != nil)
  }

  @Test("a netrc that cannot be read is told before anything is fetched")
  func netrc() throws {
    let folder = try TemporaryFolder("options")
    #expect(refusal({ $0.netrc = true }, environment: ["HOME": folder.path]) != nil)
    #expect(refusal { $0.netrc = true }?.message == "--netrc: HOME is not set")
    try folder.write("machine h login l password s3cret\n", to: ".netrc")
    let found = try settings(options { $0.netrc = true }, environment: ["HOME": folder.path])
    #expect(found.netrcFile?.path == folder.path(".netrc"))
    #expect(try settings(options { $0.netrcLocation = folder.path(".netrc") }).netrcFile != nil)
    #expect(refusal { $0.netrcLocation = folder.path("none") } != nil)
  }

  @Test("proxies come from the option, else from the environment as curl reads it")
  func proxies() throws {
    let environment = [
      "http_proxy": "a:1", "HTTP_PROXY": "http://wrong:1", "HTTPS_PROXY": "http://b:2", "no_proxy": "x,.y",
    ]
    let found = try settings(NetworkOptions(), environment: environment).proxies
    #expect(found.http == "http://a:1" && found.https == "http://b:2" && found.exceptions == "x,.y")
    let all = try settings(NetworkOptions(), environment: ["ALL_PROXY": "socks5h://s:3", "https_proxy": ""])
    #expect(all.proxies.http == "socks5h://s:3" && all.proxies.https == nil)
    let given = try settings(
      options {
        $0.proxy = "https://u:p@c:4"
        $0.noproxy = "z"
      }, environment: environment
    ).proxies
    #expect(given.http == "https://u:p@c:4" && given.https == given.http && given.exceptions == "z")
    #expect(try settings(options { $0.proxy = "" }, environment: environment).proxies.http == nil)
    let folder = try TemporaryFolder("options")
    let file = try folder.write("http://u:s3cret@h:1\n", to: "proxy")
    #expect(try settings(options { $0.proxy = "@" + file }).proxies.http == "http://u:s3cret@h:1")
    #expect(refusal { $0.proxy = "ftp://u:s3cret@h" }?.message == "--proxy: not the address of a proxy")
    #expect(refusal { $0.proxy = "http://u:s3cret h@" } != nil)
    #expect(
      refusal({ _ in }, environment: ["https_proxy": "gopher://s3cret"])?.message
        == "https_proxy: not the address of a proxy")
  }

  @Test("a client certificate is looked at before anything is fetched, its password is never typed")
  func certificates() throws {
    let folder = try TemporaryFolder("options")
    let cert = try folder.write("x", to: "c.pem")
    let password = try folder.write("s3cret\n", to: "p")
    let settings = try settings(
      options {
        $0.cert = cert
        $0.certKey = cert
        $0.certPassword = "@" + password
      })
    #expect(
      settings.clientCertificate == ClientCertificate(file: cert, keyFile: cert, password: "s3cret"))
    #expect(refusal { $0.cert = folder.path("none") }?.message.hasPrefix("--cert: ") == true)
    #expect(refusal { $0.certKey = cert } != nil)
    let typed = refusal {
      $0.cert = cert
      $0.certPassword = "s3cret"
    }
    #expect(typed?.hint == "give @FILE or -")
  }

  @Test("one version of IP, one way out")
  func route() throws {
    #expect(try settings(options { $0.onlyIPv4 = true }).ipVersion == .v4)
    #expect(try settings(options { $0.onlyIPv6 = true }).ipVersion == .v6)
    let both = refusal {
      $0.onlyIPv4 = true
      $0.onlyIPv6 = true
    }
    #expect(both?.message == "--ipv4 and --ipv6 exclude each other")
    for address in ["192.0.2.1", "2001:db8::1", "eth0", "wlan0.5"] {
      #expect(try settings(options { $0.sourceAddress = address }).sourceAddress == address)
    }
    for wrong in ["", "a b", "if!eth0", "a-name-that-is-too-long", "http://x"] {
      #expect(refusal { $0.sourceAddress = wrong } != nil)
    }
  }

  @Test("--base-url is an http or https address")
  func base() throws {
    #expect(try options { $0.baseURL = "https://h/a/" }.base()?.text == "https://h/a/")
    #expect(try NetworkOptions().base() == nil)
    for wrong in ["a/b", "file:///etc/", "https://?s3cret"] {
      let failure = #expect(throws: Failure.self) { try options { $0.baseURL = wrong }.base() }
      #expect(failure?.message == "--base-url: not an http or https address")
    }
  }
}
