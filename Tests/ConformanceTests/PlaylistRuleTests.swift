import Conformance
import Playlist
import Testing

@Suite("Rules on playlists")
struct PlaylistRuleTests {
  static let media = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-TARGETDURATION:4
    #EXT-X-KEY:METHOD=AES-128,URI="../keys/key-0.m4s"
    #EXT-X-MAP:URI="init-0.mp4"
    #EXTINF:4,
    000000.m4s
    #EXT-X-GAP
    #EXTINF:4,
    000001.m4s
    #EXT-X-ENDLIST

    """

  private func facts(
    _ text: String, _ kind: PlaylistFacts.Kind = .media, omittedKeys: Set<String> = []
  ) throws -> PlaylistFacts {
    let files = NamedFiles(
      paths: ["keys/key-0.m4s", "s/playlist.m3u8"], folder: kind == .media ? "s" : "",
      media: kind == .media ? ["init-0.mp4", "000000.m4s", "000001.m4s"] : [])
    return PlaylistFacts(
      path: "p", kind: kind, reading: .playlist(try PlaylistParser(name: "p").parse(Array(text.utf8))),
      files: files,
      omittedKeys: omittedKeys)
  }

  private func stream(_ text: String, _ segments: [ListedSegment]) throws -> StreamFacts {
    StreamFacts(
      listingPath: "s/stream.json", listing: .segments(segments), playlistPath: "s/playlist.m3u8",
      playlist: try facts(text).media)
  }

  @Test("find nothing in a good one")
  func good() throws {
    #expect(RuleBook.findings(in: try facts(PlaylistRuleTests.media)).isEmpty)
    let listed = [
      ListedSegment(name: "000000.m4s", duration: 4, initialization: "init-0.mp4", mediaSequence: 0),
      ListedSegment(name: "000001.m4s", duration: 4, isGap: true, initialization: "init-0.mp4"),
    ]
    #expect(RuleBook.findings(in: try stream(PlaylistRuleTests.media, listed)).isEmpty)
  }

  @Test(
    "hold every kind of reference to the bundle",
    arguments: [
      ("../keys/key-0.m4s", "../keys/key-1.m4s", 5), ("../keys/key-0.m4s", "https://k.example/1", 5),
      ("init-0.mp4", "../s2/init-0.mp4", 6), ("000000.m4s", "sub/000000.m4s", 8),
      ("000000.m4s", "stream.json", 8),
      ("#EXT-X-GAP", "#EXT-X-VENDOR:URL=\"https://example.com\"", 9),
      ("#EXT-X-GAP", "#see http://example.com", 9),
      (
        "#EXT-X-GAP",
        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2027-01-01T00:00:00Z\",X-ASSET-URI=\"https://a.example\"", 9
      ),
    ])
  func references(_ old: String, _ new: String, _ line: Int) throws {
    let found = RuleBook.findings(in: try facts(PlaylistRuleTests.media.replacing(old, with: new)))
    #expect(found.map(\.rule) == ["hlspack-reference-local"])
    #expect(found.map(\.line) == [line])
    #expect(found.allSatisfy { !$0.message.contains("example") })
  }

  private static let frames = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-TARGETDURATION:4
    #EXT-X-I-FRAMES-ONLY
    #EXT-X-MAP:URI="../v/000000.ts",BYTERANGE="376@0"
    #EXT-X-BYTERANGE:188@376
    #EXTINF:4,
    ../v/000000.ts
    #EXT-X-BYTERANGE:188
    #EXTINF:4,
    ../v/000000.ts
    #EXT-X-ENDLIST

    """

  private func borrowing(_ text: String, bytes: Int64) throws -> PlaylistFacts {
    var facts = try facts(text)
    facts.files.lent = ["v/000000.ts": bytes]
    return facts
  }

  @Test("let an I-frame playlist name parts of another stream's files, as far as they reach")
  func ranges() throws {
    #expect(RuleBook.findings(in: try borrowing(Self.frames, bytes: 752)).isEmpty)
    let short = RuleBook.findings(in: try borrowing(Self.frames, bytes: 751))
    #expect(short.map(\.rule) == ["hlspack-range-inside"])
    #expect(short.map(\.line) == [12])
    #expect(short.allSatisfy { $0.severity == .error && $0.message.contains("188@564") })
    #expect(RuleBook.findings(in: try borrowing(Self.frames, bytes: 100)).map(\.line) == [6, 9, 12])
    #expect(
      RuleBook.findings(
        in: try borrowing(Self.frames.replacing("../v/000000.ts", with: "../v/1.ts"), bytes: 752)
      )
      .map(\.rule) == ["hlspack-reference-local", "hlspack-reference-local", "hlspack-reference-local"])
    #expect(
      RuleBook.findings(in: try facts(Self.frames)).map(\.rule).allSatisfy { $0 == "hlspack-reference-local" }
    )
    let stream = StreamFacts(
      listingPath: "i/stream.json", listing: .segments([]), playlistPath: "i/playlist.m3u8",
      playlist: try facts(Self.frames).media, isBorrowed: true)
    #expect(RuleBook.findings(in: stream).isEmpty)
  }

  @Test("let a key be missing where it was left out on demand or has a name for a key system")
  func keys() throws {
    let other = PlaylistRuleTests.media.replacing("../keys/key-0.m4s", with: "../keys/key-7.m4s")
    #expect(RuleBook.findings(in: try facts(other, omittedKeys: ["keys/key-7.m4s"])).isEmpty)
    #expect(
      RuleBook.findings(in: try facts(other, omittedKeys: ["keys/key-6.m4s"])).map(\.rule)
        == ["hlspack-reference-local"])
    let remote = PlaylistRuleTests.media.replacing("../keys/key-0.m4s", with: "https://k.example/1")
    #expect(!RuleBook.findings(in: try facts(remote, omittedKeys: ["keys/key-0.m4s"])).isEmpty)
    let system = PlaylistRuleTests.media.replacing(
      "AES-128,URI=\"../keys/key-0.m4s\"",
      with: "SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"")
    #expect(RuleBook.findings(in: try facts(system)).isEmpty)
  }

  @Test("look at every reference of a multivariant playlist")
  func multivariant() throws {
    let text = """
      #EXTM3U
      #EXT-X-SESSION-DATA:DATA-ID="x",URI="https://a.example/1"
      #EXT-X-CONTENT-STEERING:SERVER-URI="https://a.example/2"
      #EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://a.example/3"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",URI="https://a.example/4"
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="https://a.example/5"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      s/playlist.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=2
      https://a.example/6

      """
    let found = RuleBook.findings(in: try facts(text, .multivariant))
    #expect(found.compactMap(\.line).sorted() == [2, 3, 4, 5, 6, 10])
    #expect(RuleBook.findings(in: try facts(text, .media)).map(\.rule) == ["hlspack-playlist-parses"])
  }

  @Test("tell the first of many differences between playlist and listing, and how many more there are")
  func many() throws {
    let listed = (0..<2).map {
      ListedSegment(name: "00000\($0).m4s", duration: 5, isGap: $0 == 1, initialization: "init-0.mp4")
    }
    let found = RuleBook.findings(in: try stream(PlaylistRuleTests.media, listed))
    #expect(found.map(\.message) == ["gives 000000.m4s 4.0 s where stream.json has 5.0 s (and 1 more)"])
    #expect(found.map(\.line) == [8])
    let short = RuleBook.findings(in: try stream(PlaylistRuleTests.media, []))
    #expect(short.map(\.message) == ["names 2 segments where stream.json has 0"])
  }

  @Test("leave a playlist alone whose listing cannot be trusted, and tell the listing")
  func listing() throws {
    var facts = try stream(PlaylistRuleTests.media, [])
    facts.listing = .faulty("is not JSON")
    let found = RuleBook.findings(in: facts)
    #expect(found.map(\.rule) == ["hlspack-listing"])
    #expect(found.map(\.file) == ["s/stream.json"])
    facts.listing = .unread
    #expect(RuleBook.findings(in: facts).isEmpty)
  }
}
