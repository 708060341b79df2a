import Testing

@testable import Conformance

@Suite("A URI of a local playlist")
struct LocalReferenceTests {
  @Test(
    "is a path of the bundle where it is a plain relative one",
    arguments: [
      ("000000.ts", "0-1-X", "0-1-X/000000.ts"), ("../keys/key-0.m4s", "0-1-X", "keys/key-0.m4s"),
      ("0-1-X/playlist.m3u8", "", "0-1-X/playlist.m3u8"), ("a/../b", "", "b"), ("...", "", "..."),
    ])
  func inside(_ text: String, _ folder: String, _ path: String) {
    #expect(LocalReference(text, in: folder) == .path(path))
  }

  @Test(
    "leaves the bundle where it says so in any way",
    arguments: [
      "https://example.com/x.ts", "HTTP:x", "file:///etc/passwd", "data:text/plain,x", "//example.com/x.ts",
      "/etc/passwd", "../../x.ts", "../..", "a/../../../x", "skd://key", "urn+x:y",
    ])
  func outside(_ text: String) {
    guard case .outside(let how) = LocalReference(text, in: "0-1-X") else {
      Issue.record("\(text) counts as inside")
      return
    }
    #expect(!how.contains("example.com"))
  }

  @Test(
    "is refused where it is no plain path",
    arguments: [
      "", "x.ts?token=1", "x.ts#t=1", "a//b", "./x.ts", "x/", "%2e%2e/x", "a b", "x\\y", "x\u{0}", "ü.ts",
      "a/./b", "x:",
      ":x",
    ])
  func notPlain(_ text: String) {
    if case .path(let path) = LocalReference(text, in: "0-1-X") { Issue.record("\(text) is \(path)") }
  }

  @Test("stands in messages without what may be secret, cut and printable")
  func inMessages() {
    #expect(shown("x.ts?token=abc") == "'x.ts'")
    #expect(shown("https://user:secret@example.com/x") == "an address")
    #expect(shown("a\u{1B}[2Jb\n") == "'a_[2Jb_'")
    #expect(shown(String(repeating: "x", count: 1_000)).utf8.count == 82)
  }
}
