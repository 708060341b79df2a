import Addresses
import Testing

@Suite struct URITests {
  @Test(
    "a reference is resolved as RFC 3986, 5.4 lists it",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
      ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
      ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."),
      (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
      ("%2e%2E/g", "http://a/b/g"), ("a//b/../c", "http://a/b/c/a//c"),
    ])
  func resolution(_ reference: String, _ expected: String) throws {
    #expect(try URI("http://a/b/c/d;p?q").resolve(reference).text == expected)
  }

  @Test("climbing above the root stays at the root")
  func clamped() throws {
    let base = try URI("https://host/a/b/i.m3u8")
    #expect(try base.resolve("../../../../c/1.ts").text == "https://host/c/1.ts")
  }

  @Test("scheme and host are lower-cased, dots removed, everything else kept as written")
  func normalised() throws {
    #expect(
      try URI("HTTP://User@HOST.Example:80/A/./b/../C?Q=%2f#F").text
        == "http://User@host.example:80/A/C?Q=%2f#F")
    #expect(try URI("https://h").text == "https://h/")
    #expect(try URI("https://h:/x").text == "https://h/x")
  }

  @Test("blanks and bytes beyond ASCII are encoded")
  func encoded() throws {
    #expect(try URI("https://h/é ü.ts?q=\"a\"").text == "https://h/%C3%A9%20%C3%BC.ts?q=%22a%22")
    #expect(try URI("https://h/").resolve("  a b.ts\t").text == "https://h/a%20b.ts")
  }

  @Test("the parts are what stands between the marks")
  func parts() throws {
    let uri = try URI("https://user:pw@[2001:DB8::1]:8443/a/b%20c.m3u8?x=1&y&z=%26#top")
    #expect(uri.scheme == "https")
    #expect(uri.userInfo == "user:pw")
    #expect(uri.host == "2001:db8::1")
    #expect(uri.port == 8443)
    #expect(uri.path == "/a/b%20c.m3u8")
    #expect(uri.query == "x=1&y&z=%26")
    #expect(uri.fragment == "top")
    #expect(uri.lastPathComponent == "b c.m3u8")
    #expect(uri.queryItems.map(\.name) == ["x", "y", "z"])
    #expect(uri.queryItems.map(\.value) == ["1", nil, "%26"])
    #expect(uri.queryValue("z") == "&")
    #expect(uri.queryValue("y") == nil)
    #expect(uri.queryValue("Z") == nil)
    #expect(uri.origin.description == "https://[2001:db8::1]:8443")
    #expect(uri.withoutUserInfo.text == "https://[2001:db8::1]:8443/a/b%20c.m3u8?x=1&y&z=%26#top")
    #expect(uri.withoutFragment.text.hasSuffix("%26"))
  }

  @Test("an absent part is nil, an empty one is not")
  func absent() throws {
    let bare = try URI("https://h/a")
    #expect(bare.query == nil && bare.fragment == nil && bare.userInfo == nil && bare.port == nil)
    #expect(bare.effectivePort == 443)
    #expect(try URI("https://h/a?").query == "")
    #expect(try URI("https://h/a#").fragment == "")
    let file = try URI("file:///tmp/a.m3u8")
    #expect(file.host == "" && file.path == "/tmp/a.m3u8" && !file.isHTTP && file.effectivePort == nil)
    let data = try URI("data:;base64,AAEC")
    #expect(data.host == nil && data.path == ";base64,AAEC" && data.pathText == "data:")
  }

  @Test(
    "what is no address is refused with its reason",
    arguments: [
      ("https://h/a\u{0}b", "has a control character"), ("https://h/a\nb", "has a control character"),
      ("1.ts", "has no scheme"), ("https:///x", "has no host"), ("https://:80/x", "has no host"),
      ("http:x", "has no host"), ("https://h:65536/", "has a port above 65535"),
      ("https://h:8a/", "has a port that is not a number"),
      ("https://a b/", "has a blank or control character in its host"),
      ("https://[::1/", "is not an IPv6 address"), ("https://a{b/", "has an illegal character in its host"),
      ("https://[zz]/", "is not an IPv6 address"),
      ("https://good.example\\@evil.example/", "illegal character in its user info"),
      ("https://a%00b/", "blank or control character in its host"),
    ])
  func refused(_ text: String, _ reason: String) {
    let error = #expect(throws: AddressError.self) { try URI(text) }
    #expect(error?.reason.hasSuffix(reason) == true, "\(String(describing: error))")
  }

  @Test("an error never shows a query or user info")
  func errorsKeepSecrets() {
    let error = #expect(throws: AddressError.self) { try URI("https://me:pw@h:99999/a?token=s3cret") }
    #expect(error?.description == "the address h:99999/a has a port above 65535")
  }

  @Test("a text above 64 KiB is refused, one of 64 KiB is not")
  func length() throws {
    let head = "https://h/"
    #expect(throws: Never.self) { try URI(head + String(repeating: "a", count: 65_536 - head.count)) }
    #expect(throws: AddressError.self) { try URI(head + String(repeating: "a", count: 65_537 - head.count)) }
  }

  @Test("nothing is relative to a data: address")
  func opaqueBase() throws {
    #expect(throws: AddressError.self) { try URI("data:text/plain,x").resolve("1.ts") }
  }

  @Test("a path that would read as an authority does not become one")
  func slashes() throws {
    let uri = try URI("file:///a").resolve("file:/.//b")
    #expect(uri.host == nil)
    #expect(try URI(uri.text).path.hasSuffix("//b"))
  }

  @Test("origins compare by scheme, host and effective port")
  func origins() throws {
    #expect(try URI("https://H/a").origin == URI("https://h:443/b").origin)
    #expect(try URI("https://h/").origin != URI("http://h/").origin)
    #expect(try URI("https://h/").origin.description == "https://h:443")
  }
}
