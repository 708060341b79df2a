import Conformance
import Testing

@Suite("Rules on the names in a media playlist")
struct MediaPlaylistRuleNameTests {
  private let good = MediaPlaylistRuleSource.stored

  private func with(_ line: String) throws -> MediaPlaylistRuleSource {
    try good.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "#EXT-X-PLAYLIST-TYPE:VOD\n\(line)\n")
  }

  @Test("find nothing in an ordinary playlist")
  func ordinary() throws {
    #expect(try good.told() == [])
  }

  @Test("tell each unknown tag once, with its first line and how many there are")
  func unknownTags() throws {
    let source = try with("#EXT-X-CUE-OUT:30\n#EXTGRP:a\n#EXT-X-CUE-OUT:20\n# a comment")
    #expect(
      try source.told() == ["info 6 rfc8216bis-6.3.1-unknown-tag", "info 7 rfc8216bis-6.3.1-unknown-tag"])
    #expect(try source.findings()[0].message == "'EXT-X-CUE-OUT' is no tag of the specification (and 1 more)")
  }

  @Test("tell no more than five names each")
  func bound() throws {
    let source = try with((0..<30).map { "#EXT-X-OWN-\($0):1" }.joined(separator: "\n"))
    let found = try source.findings()
    #expect(found.count == 5)
    #expect(found.last?.message.hasSuffix(", and 25 more under other names") == true)
  }

  @Test(
    "find tags with a slip in their names",
    arguments: [
      "#EXT-X-Independent-Segments", "#EXT-X-INDEPENDENT_SEGMENTS", "#EXT-X-BITRATE 800", "#EXT-X-GAP,",
      "#EXT-X-START=1",
    ])
  func misspelt(_ line: String) throws {
    #expect(try with(line).told() == ["warning 6 rfc8216bis-4.1-misspelt-tag"])
  }

  @Test("find EXT-X-ALLOW-CACHE")
  func removed() throws {
    #expect(try with("#EXT-X-ALLOW-CACHE:YES").told() == ["warning 6 rfc8216bis-8-allow-cache"])
  }

  @Test("find attributes that their tags do not have, and none in quotes")
  func attributes() throws {
    let rule = "rfc8216bis-6.3.1-unknown-attribute"
    let key =
      #"#EXT-X-KEY:METHOD=AES-128,URI="k,KEYID=2,X=1",KEYID=0x1,IV=0x00000000000000000000000000000000"#
    let source = try with(key + "\n" + key)
    #expect(try source.told(rule) == ["info 6"])
    #expect(
      try source.findings().first { $0.rule == rule }?.message
        == "EXT-X-KEY has 'KEYID', which is no attribute of it (and 1 more)")
    #expect(try with("#EXT-X-START:TIME-OFFSET=1, PRECISE=NO,").told(rule) == [])
    #expect(try with(#"#EXT-X-MAP:URI="i",SIZE=1"#).told(rule) == ["info 6"])
    let range = #"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00.000Z",X-COM-EXAMPLE-A="b""#
    #expect(try with(range).told(rule) == [])
    #expect(try with(range + ",SCTE35-OUT=0xFC,REQ-A=1").told(rule) == [])
    #expect(try with(range + ",SCTE35=0xFC").told(rule) == ["info 6"])
  }
}
