import Addresses
import Testing

@Suite struct AddressMutationTests {
  private static let pieces = [
    "http", "https", "file", "data", ":", "/", "//", "///", "?", "#", "@", ".", "..", "%2e", "%", "%0", "a",
    "é", " ",
    "[", "]", "::1", "127.0.0.1", ":80", ":443", ":99999", "&", "=", "token", ";", "h.example", "\\", "+",
    "1.ts",
  ]

  @Test("a URI reads back as itself, and so does every reference resolved against it")
  func fixedPoint() throws {
    var state: UInt64 = 42
    let roll: (Int) -> Int = { sides in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
    var accepted = 0
    for _ in 0..<4_000 {
      let text = (0...roll(8)).map { _ in Self.pieces[roll(Self.pieces.count)] }.joined()
      let base = try URI("https://h.example/a/b/c.m3u8?q=1")
      for uri in [try? URI(text), try? base.resolve(text)].compactMap(\.self) {
        accepted += 1
        #expect(try URI(uri.text) == uri, "\(text)")
        #expect(uri.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(!uri.isHTTP || uri.host?.isEmpty == false)
        _ = (uri.port, uri.userInfo, uri.path, uri.query, uri.fragment, uri.queryItems, uri.lastPathComponent)
        #expect(Identity(of: uri).text.utf8.count <= uri.text.utf8.count + 1)
        let redacted = Redaction.redacted(uri)
        #expect(Redaction.redacted(reference: redacted) == redacted, "\(uri)")
      }
    }
    #expect(accepted > 1_000)
  }
}
