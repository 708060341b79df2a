import Conformance
import Testing

@Suite("Rules on a server's answer")
struct AnswerRuleTests {
  static let good = AnswerFacts(
    name: "main.m3u8", isSecure: true, path: "/title/main.m3u8", contentType: "application/vnd.apple.mpegurl",
    contentEncoding: "gzip", httpVersion: "2", redirects: 0, leftSecurity: false, bytes: 4_000,
    isSource: false)

  private func told(_ change: (inout AnswerFacts) -> Void) -> [Told] {
    var facts = Self.good
    change(&facts)
    return RuleBook.findings(in: facts).map { Told($0) }
  }

  @Test("find nothing in a good one")
  func nothing() { #expect(told { _ in }.isEmpty) }

  @Test(
    "ask for a type of playlists",
    arguments: [
      ("audio/mpegurl", "/a", nil), ("Application/vnd.Apple.mpegURL; charset=utf-8", "/a", nil),
      ("application/x-mpegURL", "/a", Severity.warning), ("audio/x-mpegurl", "/a.m3u8", .warning),
      ("text/plain", "/a.M3U8", .warning), ("text/plain", "/a.m3u", .warning), ("text/plain", "/a", .error),
      ("", "/m3u8", .error), (nil, "/a.m3u8", .warning), (nil, "/", .error),
    ] as [(String?, String, Severity?)])
  func types(_ type: String?, _ path: String, _ severity: Severity?) {
    let found = told {
      $0.contentType = type
      $0.path = path
    }
    #expect(found == (severity.map { [Told("rfc8216bis-4-mime-type", $0, "main.m3u8")] } ?? []))
  }

  @Test(
    "ask for compression",
    arguments: [(nil, true), ("identity", true), ("br", false), ("GZIP", false)] as [(String?, Bool)])
  func compression(_ coding: String?, _ isTold: Bool) {
    let expected = [Told("apple-authoring-10.1-gzip", .warning, "main.m3u8")]
    #expect(told { $0.contentEncoding = coding } == (isTold ? expected : []))
  }

  @Test("ask for TLS, but not from the machine itself, and tell plain http once")
  func security() {
    let plain = Told("apple-authoring-11.1-tls", .warning, "main.m3u8")
    func http(_ facts: inout AnswerFacts) {
      facts.isSecure = false
      facts.httpVersion = "1.1"
    }
    #expect(told { http(&$0) } == [plain])
    #expect(
      told {
        http(&$0)
        $0.isLoopback = true
      }.isEmpty)
    let left = told {
      http(&$0)
      $0.redirects = 1
      $0.leftSecurity = true
    }
    #expect(
      left == [
        Told("hlspack-redirect-to-http", .error, "main.m3u8"),
        Told("apple-authoring-8.18-redirect", .warning, "main.m3u8"),
      ])
  }

  @Test("ask for HTTP/2", arguments: [("1.0", true), ("1.1", true), ("2", false), ("3", false), ("", false)])
  func version(_ version: String, _ isTold: Bool) {
    let expected = [Told("hlspack-http-2", .warning, "main.m3u8")]
    #expect(told { $0.httpVersion = version } == (isTold ? expected : []))
  }

  @Test("tell redirects, and less of what the person named")
  func redirects() {
    let rule = "apple-authoring-8.18-redirect"
    #expect(told { $0.redirects = 2 } == [Told(rule, .warning, "main.m3u8")])
    let source = told {
      $0.redirects = 1
      $0.isSource = true
    }
    #expect(source == [Told(rule, .info, "main.m3u8")])
  }
}
