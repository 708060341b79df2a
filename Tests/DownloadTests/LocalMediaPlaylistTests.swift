import Addresses
import Playlist
import Testing

@testable import Download

/// What a local playlist changes, clause by clause.
@Suite struct LocalMediaPlaylistTests {
  private static let head = ["#EXTM3U", "#EXT-X-TARGETDURATION", "#EXT-X-PLAYLIST-TYPE", "#EXT-X-ENDLIST"]

  /// The lines of the local playlist.
  private func lines(_ text: String, at uri: String = site, imported: [String: String]? = nil) throws
    -> [String]
  {
    let local = try Planned(media(text, uri: uri, imported: imported), at: uri).local
    #expect(local.hasSuffix("\n"))
    return local.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The lines that are not the same in every one of these tests.
  private func body(_ text: String, at uri: String = site, imported: [String: String]? = nil) throws
    -> [String]
  {
    try lines(text, at: uri, imported: imported).filter { line in
      line != "#EXT-X-VERSION:7" && !Self.head.contains { line == $0 || line.hasPrefix("\($0):") }
    }
  }

  @Test("addresses become local names, made from positions")
  func names() throws {
    let text = vod(
      "#EXTINF:6.006,", "https://other.example.net/x/seg-17.ts?token=abc", "#EXTINF:6,A title, with comma",
      "../../seg-17.ts", "#EXTINF:1.50,", "c%20d.ts")
    #expect(
      try body(text) == [
        "#EXTINF:6.006,", "000000.ts", "#EXTINF:6,A title, with comma", "000001.ts", "#EXTINF:1.50,",
        "000002.ts",
      ])
  }

  @Test("byte ranges go where the range became a file")
  func ranges() throws {
    let text = vod(
      "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"800@0\"", "#EXTINF:6,", "#EXT-X-BYTERANGE:500@800", "all.mp4",
      "#EXTINF:6,", "#EXT-X-BYTERANGE:400", "all.mp4")
    #expect(
      try body(text) == [
        "#EXT-X-MAP:URI=\"init-0.mp4\"", "#EXTINF:6,", "000000.m4s", "#EXTINF:6,", "000001.m4s",
      ])
  }

  @Test("variables are resolved and EXT-X-DEFINE goes")
  func variables() throws {
    let text = vod(
      "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"seven\"", "#EXT-X-DEFINE:IMPORT=\"imp\"",
      "#EXT-X-DEFINE:QUERYPARAM=\"q\"",
      "#EXT-X-DATERANGE:ID=\"{$n}-{$imp}\",START-DATE=\"2026-01-01T00:00:00Z\"",
      "#EXT-X-OURS:A=\"{$q}\"", "#EXTINF:6,{$n}", "{$n}/{$q}.ts")
    #expect(
      try body(text, at: "https://cdn.example.com/v.m3u8?q=a%2Bb", imported: ["imp": "in"]) == [
        "#EXT-X-DATERANGE:ID=\"seven-in\",START-DATE=\"2026-01-01T00:00:00Z\"", "#EXT-X-OURS:A=\"a+b\"",
        "#EXTINF:6,{$n}", "000000.ts",
      ])
  }

  @Test(
    "PLAYLIST-TYPE:VOD and ENDLIST are written, each once",
    arguments: [
      "", "#EXT-X-PLAYLIST-TYPE:EVENT\n", "#EXT-X-PLAYLIST-TYPE:VOD\n", "#EXT-X-ENDLIST\n#EXT-X-ENDLIST\n",
      "#EXT-X-ENDLIST\n#EXT-X-PLAYLIST-TYPE:VOD\n",
    ])
  func closed(_ extra: String) throws {
    let lines = try lines("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(extra)#EXTINF:6,\na.ts\n#EXT-X-ENDLIST")
    #expect(lines.filter { $0.hasPrefix("#EXT-X-PLAYLIST-TYPE") } == ["#EXT-X-PLAYLIST-TYPE:VOD"])
    #expect(lines.filter { $0.hasPrefix("#EXT-X-ENDLIST") } == ["#EXT-X-ENDLIST"])
    #expect(lines.first == "#EXTM3U")
    #expect(lines.last == "#EXT-X-ENDLIST")
  }

  @Test(
    "VERSION is raised to what is used, and never lowered",
    arguments: [
      ("", "#EXTINF:6,\na.ts", nil),
      ("", "#EXTINF:6.0,\na.ts", "#EXT-X-VERSION:3"),
      ("#EXT-X-VERSION:2\n", "#EXTINF:6.0,\na.ts", "#EXT-X-VERSION:3"),
      (
        "#EXT-X-VERSION:1\n", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXTINF:6,\na.ts",
        "#EXT-X-VERSION:2"
      ),
      ("#EXT-X-VERSION:1\n", "#EXT-X-MAP:URI=\"i\"\n#EXTINF:6,\na.mp4", "#EXT-X-VERSION:6"),
      (
        "", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"\n#EXTINF:6,\na.ts",
        "#EXT-X-VERSION:5"
      ),
      ("#EXT-X-VERSION:12\n", "#EXTINF:6,\na.ts", "#EXT-X-VERSION:12"),
      ("#EXT-X-VERSION:7\n#EXT-X-VERSION:7\n", "#EXTINF:6,\na.ts", "#EXT-X-VERSION:7"),
    ] as [(String, String, String?)])
  func version(_ head: String, _ rest: String, _ expected: String?) throws {
    let lines = try lines("#EXTM3U\n\(head)#EXT-X-TARGETDURATION:6\n\(rest)\n#EXT-X-ENDLIST\n")
    #expect(lines.filter { $0.hasPrefix("#EXT-X-VERSION") } == [expected].compactMap(\.self))
  }

  @Test("leniencies are repaired: mark, line ends, blanks, comma, capitals")
  func leniencies() throws {
    let text =
      "\u{FEFF}#EXTM3U \r\n#EXT-X-TARGETDURATION:5.2\r\n#EXT-X-KEY: METHOD=AES-128, URI=k , IV=0xab\r"
      + "\r\n  \n#EXTINF:6.0\r\n  a.ts  \r\n#EXT-X-ENDLIST"
    #expect(
      try lines(text).sorted()
        == [
          "#EXTM3U", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:6",
          "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\",IV=0x000000000000000000000000000000AB",
          "#EXTINF:6.0,", "000000.ts", "#EXT-X-ENDLIST",
        ].sorted())
  }

  @Test("what only a live playlist needs goes")
  func live() throws {
    let text = vod(
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0", "#EXT-X-PART-INF:PART-TARGET=0.33",
      "#EXT-X-PART:DURATION=0.33,URI=\"a.1.ts\"", "#EXTINF:6,", "a.ts",
      "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"b.1.ts\"",
      "#EXT-X-RENDITION-REPORT:URI=\"../low/index.m3u8\",LAST-MSN=1")
    #expect(try body(text) == ["#EXTINF:6,", "000000.ts"])
  }

  @Test("interstitial and preload date ranges go, and others that point outside; the rest stays")
  func dateRanges() throws {
    let start = "START-DATE=\"2026-01-01T00:00:00Z\""
    let kept = "#EXT-X-DATERANGE:ID=\"a\",\(start),SCTE35-OUT=0xFC30"
    let text = vod(
      "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",\(start),X-ASSET-URI=\"ad.m3u8\"",
      "#EXT-X-DATERANGE:ID=\"p\",CLASS=\"com.apple.hls.preload\",\(start),X-URI=\"ad.m3u8\"", kept,
      "#EXT-X-DATERANGE:ID=\"o\",\(start),X-PICTURE=\"https://ads.example.com/1.jpg\"", "#EXTINF:6,", "a.ts")
    #expect(try body(text) == [kept, "#EXTINF:6,", "000000.ts"])
  }

  @Test("comments and unknown tags with an absolute URI go, others stay in order")
  func unknown() throws {
    let text = vod(
      "# made by https://packager.example.com", "# first",
      "#EXT-X-OURS:URI=\"HTTPS://x.example.com/?token=1\"",
      "#EXT-X-OURS:URI=\"http://\"", "#EXT-X-DEFINE:NAME=\"base\",VALUE=\"https://cdn.example.com\"",
      "#EXT-X-OTHER:URI=\"{$base}/x\"", "#EXTINF:6,", "# second", "#EXT-X-OURS:1", "a.ts",
      "#EXT-OATCLS-SCTE35:/DAl")
    #expect(
      try body(text) == [
        "# first", "#EXTINF:6,", "# second", "#EXT-X-OURS:1", "000000.ts", "#EXT-OATCLS-SCTE35:/DAl",
      ])
  }

  @Test("numbers, discontinuities, dates, bit rates and the start survive")
  func survivors() throws {
    let text = vod(
      "#EXT-X-MEDIA-SEQUENCE:4711", "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-START:TIME-OFFSET=1.5,PRECISE=YES", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000+02:00",
      "#EXT-X-BITRATE:2500", "#EXTINF:6,", "a.ts", "#EXT-X-DISCONTINUITY",
      "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T00:00:00Z", "#EXTINF:6,", "b.ts")
    #expect(
      try body(text) == [
        "#EXT-X-MEDIA-SEQUENCE:4711", "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-START:TIME-OFFSET=1.5,PRECISE=YES", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000+02:00",
        "#EXT-X-BITRATE:2500", "#EXTINF:6,", "000000.ts", "#EXT-X-DISCONTINUITY",
        "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T00:00:00Z", "#EXTINF:6,", "000001.ts",
      ])
  }

  @Test("of two starts the one that counts stays, wherever the ignored one stands")
  func starts() throws {
    let (good, ignored) = ("#EXT-X-START:TIME-OFFSET=2", "#EXT-X-START:TIME-OFFSET=1,REQ-OURS=1")
    #expect(try body(vod(ignored, good, "#EXTINF:6,", "a.ts")) == [good, "#EXTINF:6,", "000000.ts"])
    #expect(try body(vod(good, good, "#EXTINF:6,", "a.ts")) == [good, "#EXTINF:6,", "000000.ts"])
    #expect(try body(vod(ignored, "#EXTINF:6,", "a.ts")) == ["#EXTINF:6,", "000000.ts"])
  }

  @Test("a gap stays an entry")
  func gap() throws {
    let text = vod(
      "#EXTINF:6,", "a.ts", "#EXT-X-GAP", "#EXTINF:6,", "https://cdn.example.com/missing.ts", "#EXTINF:6,",
      "c.ts")
    #expect(
      try body(text) == [
        "#EXTINF:6,", "000000.ts", "#EXT-X-GAP", "#EXTINF:6,", "000001.ts", "#EXTINF:6,", "000002.ts",
      ])
  }

  @Test("every MAP line stays; equal ones name one file")
  func maps() throws {
    let text = vod(
      "#EXT-X-MAP:URI=\"a.mp4\"", "#EXTINF:6,", "1.m4s", "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"b.mp4\"",
      "#EXTINF:6,", "2.m4s", "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"a.mp4\"", "#EXTINF:6,", "3.m4s",
      "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"10@0\"", "#EXTINF:6,", "4.m4s")
    #expect(
      try body(text).filter { $0.hasPrefix("#EXT-X-MAP") } == [
        "#EXT-X-MAP:URI=\"init-0.mp4\"", "#EXT-X-MAP:URI=\"init-1.mp4\"", "#EXT-X-MAP:URI=\"init-0.mp4\"",
        "#EXT-X-MAP:URI=\"init-2.mp4\"",
      ])
  }

  @Test("a MAP that only a gap would use goes with its file")
  func mapOfGap() throws {
    let text = vod(
      "#EXT-X-MAP:URI=\"https://x.example.com/gap.mp4\"", "#EXT-X-GAP", "#EXTINF:6,", "1.m4s",
      "#EXT-X-MAP:URI=\"a.mp4\"", "#EXTINF:6,", "2.m4s")
    #expect(
      try body(text) == [
        "#EXT-X-GAP", "#EXTINF:6,", "000000.m4s", "#EXT-X-MAP:URI=\"init-0.mp4\"", "#EXTINF:6,", "000001.m4s",
      ])
  }

  @Test("KEY lines become local, one file a key, and METHOD=NONE stays")
  func keys() throws {
    let text = vod(
      "#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/k?token=1\"", "#EXTINF:6,", "1.ts",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\",IV=0x0a", "#EXTINF:6,", "2.ts",
      "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "3.ts",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"https://keys.example.com/k?token=1\",IV=0x0B", "#EXTINF:6,", "4.ts")
    let zeros = String(repeating: "0", count: 30)
    #expect(
      try body(text).filter { $0.hasPrefix("#EXT-X-KEY") } == [
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\"",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-1.m4s\",IV=0x\(zeros)0A", "#EXT-X-KEY:METHOD=NONE",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\",IV=0x\(zeros)0B",
      ])
  }

  @Test("KEY lines of systems that guard keys go where an identity key stands beside them")
  func otherFormats() throws {
    let text = vod(
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\","
        + "KEYFORMATVERSIONS=\"1\"",
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k.bin\",KEYFORMAT=\"identity\"", "#EXTINF:6,", "1.ts")
    #expect(
      try body(text) == [
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"../keys/key-0.m4s\",KEYFORMAT=\"identity\"", "#EXTINF:6,",
        "000000.ts",
      ])
  }

  @Test(
    "KEY lines that cover nothing go", arguments: ["k.bin", "https://keys.example.com/k?token=1", "skd://a"])
  func unusedKeys(_ uri: String) throws {
    let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\""
    let text = vod(line, "#EXT-X-KEY:METHOD=AES-128,URI=\"used\"", "#EXTINF:6,", "1.ts", line)
    #expect(
      try body(text) == [
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\"", "#EXTINF:6,", "000000.ts",
      ])
  }

  @Test("a KEY line that only a gap would use goes")
  func keyOfGap() throws {
    let text = vod(
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
      "#EXT-X-GAP", "#EXTINF:6,", "1.ts", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "2.ts")
    #expect(
      try body(text) == [
        "#EXT-X-GAP", "#EXTINF:6,", "000000.ts", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "000001.ts",
      ])
  }

  @Test("tags of a multivariant playlist go")
  func misplaced() throws {
    let text = vod(
      "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"https://x.example.com\"",
      "#EXT-X-CONTENT-STEERING:SERVER-URI=\"https://x.example.com\"",
      "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"", "#EXTINF:6,", "1.ts")
    #expect(try body(text) == ["#EXTINF:6,", "000000.ts"])
  }

  @Test("of tags that may stand once before a segment the last counts; a date without value is none")
  func overruled() throws {
    let text = vod(
      "#EXTINF:5,a", "#EXT-X-DISCONTINUITY", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z",
      "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T00:00:00Z", "#EXT-X-PROGRAM-DATE-TIME:", "#EXTINF:6,b",
      "#EXT-X-DISCONTINUITY", "1.ts", "#EXTINF:6,c", "2.ts")
    #expect(
      try body(text) == [
        "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T00:00:00Z", "#EXTINF:6,b", "#EXT-X-DISCONTINUITY", "000000.ts",
        "#EXTINF:6,c", "000001.ts",
      ])
  }

  @Test("numbers that come late move to the head, since an implicit IV depends on them")
  func lateNumbers() throws {
    let text = vod(
      "#EXTINF:6,", "1.ts", "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-MEDIA-SEQUENCE:7", "#EXTINF:6,",
      "2.ts",
      "#EXT-X-MEDIA-SEQUENCE:7")
    let lines = try body(text)
    #expect(Set(lines.prefix(2)) == ["#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-MEDIA-SEQUENCE:7"])
    #expect(lines.dropFirst(2) == ["#EXTINF:6,", "000000.ts", "#EXTINF:6,", "000001.ts"])
  }

  @Test("attributes that lead out of the bundle go, those of others' making stay")
  func attributes() throws {
    let away = "X-AWAY=\"https://x.example.com/?token=1\",X-OURS=\"1\""
    let text = vod(
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",\(away)", "#EXT-X-MAP:URI=\"i\",\(away)", "#EXTINF:6,", "1.m4s")
    #expect(
      try body(text) == [
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\",X-OURS=\"1\"",
        "#EXT-X-MAP:URI=\"init-0.mp4\",X-OURS=\"1\"", "#EXTINF:6,", "000000.m4s",
      ])
  }
}
