import Conformance
import Testing

@Suite("Rules on the keys and initialization sections of a media playlist")
struct MediaPlaylistRuleKeyTests {
  private typealias Source = MediaPlaylistRuleSource

  private static let key = #"#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001"#
  private static let apple = #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#

  /// Encrypted fragmented MP4; lines 5 to 13.
  private let good = Source(
    lines: [
      key, #"#EXT-X-MAP:URI="init.mp4""#, "#EXTINF:6.0,", "0.m4s", "#EXTINF:6.0,", "1.m4s", "#EXTINF:6.0,",
      "2.m4s?t=1",
    ], version: 6)

  @Test("find nothing in an ordinary playlist")
  func ordinary() throws {
    #expect(try good.told() == [])
    #expect(try good.replacing("URI=\"k\"", with: "URI=\"https://k.example/1\"").told() == [])
    #expect(
      try good.replacing("METHOD=AES-128,URI=\"k\"", with: "METHOD=SAMPLE-AES,URI=\"skd://k\",\(Self.apple)")
        .told() == [])
  }

  @Test("find a METHOD that is not known")
  func method() throws {
    let source = try good.replacing("METHOD=AES-128", with: "METHOD=AES-512")
    #expect(try source.told() == ["warning 5 rfc8216bis-4.4.4.4-key-method"])
    #expect(try source.findings().first?.message == "EXT-X-KEY has the unknown METHOD 'AES-512'")
  }

  @Test(
    "find keys without KEYFORMAT that no client can fetch",
    arguments: [
      ("skd://k", true), ("data:text/plain;base64,AA==", false), ("HTTPS://h/k", false), ("a/b:c", false),
    ])
  func scheme(_ uri: String, _ isTold: Bool) throws {
    let source = try good.replacing("URI=\"k\"", with: "URI=\"\(uri)\"")
    #expect(try source.told() == (isTold ? ["warning 5 hlspack-key-uri-scheme"] : []))
  }

  @Test("find encrypted segments with keys in other formats, in any order")
  func formats() throws {
    let rule = "rfc8216bis-4.4.4.4-key-formats"
    let second = #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://2",\#(Self.apple)"#
    let more = try good.replacing("0.m4s\n", with: "0.m4s\n\(second)\n")
    #expect(try more.told() == ["error 11 \(rule)"])
    let clear = try good.replacing("0.m4s\n", with: "0.m4s\n#EXT-X-KEY:METHOD=NONE\n")
    #expect(try clear.told() == [])
    let both = try good.replacing(Self.key, with: "\(Self.key)\n\(second)")
      .replacing("0.m4s\n", with: "0.m4s\n#EXT-X-KEY:METHOD=NONE\n\(second)\n\(Self.key)\n")
    #expect(try both.told(rule) == [])
  }

  @Test("find an encrypted section whose key has no IV")
  func vector() throws {
    let source = try good.replacing(",IV=0x00000000000000000000000000000001", with: "")
    #expect(try source.told() == ["error 6 rfc8216bis-4.4.4.5-map-iv"])
    #expect(try source.replacing("AES-128", with: "SAMPLE-AES").told() == [])
  }

  @Test("find fragmented MP4 without EXT-X-MAP, by name")
  func mapPresent() throws {
    let source = Source(lines: [
      "#EXTINF:6.0,", "0.m4s", "#EXTINF:6.0,", "1.cmfv?a=.ts", "#EXTINF:6.0,", "1.ts?.mp4",
    ])
    #expect(try source.told() == ["warning 6 rfc8216bis-3.1.2-map"])
    #expect(try source.findings().first?.message.hasSuffix("(and 1 more)") == true)
  }

  @Test("find an EXT-X-MAP that says nothing new")
  func mapChanges() throws {
    let map = "#EXT-X-MAP:URI=\"init.mp4\"\n"
    let source = try good.replacing("0.m4s\n", with: "0.m4s\n" + map)
    #expect(try source.told() == ["info 9 hlspack-map-repeated"])
    #expect(try good.replacing("0.m4s\n", with: "0.m4s\n#EXT-X-DISCONTINUITY\n" + map).told() == [])
    #expect(try source.replacing("0.m4s\n#EXT-X-MAP:URI=\"i", with: "0.m4s\n#EXT-X-MAP:URI=\"j").told() == [])
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"l\",IV=0x00000000000000000000000000000001\n"
    #expect(try good.replacing("0.m4s\n", with: "0.m4s\n\(key)\(map)").told() == [])
    #expect(
      try good.replacing("0.m4s\n", with: "0.m4s\n\(Self.key)\n\(map)").told() == [
        "info 10 hlspack-map-repeated"
      ])
  }
}
