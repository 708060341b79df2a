import Playlist
import Testing

@Suite("Where the text of segments stands") struct SegmentPlaceTests {
  private static let text = """
    #EXTM3U
    #EXT-X-TARGETDURATION:10
    #EXT-X-DEFINE:NAME="a",VALUE="x"
    #EXTINF: 9.00 foo,  a, title \t
    #EXT-X-PROGRAM-DATE-TIME: 2026-01-01T00:00:00Z \t
    #EXT-X-BYTERANGE:100@5
    é.ts \t
    #EXTINF:00000000000000000009.
    #EXT-X-BYTERANGE:100
    é.ts
    #EXTINF:9.5,
    {$a}.ts
    #EXT-X-PROGRAM-DATE-TIME:unreadable
    #EXTINF:8,\u{20}\u{20}
    last.ts
    #EXT-X-MEDIA-SEQUENCE:7
    #EXT-X-DISCONTINUITY-SEQUENCE:3
    #EXT-X-ENDLIST
    """

  private func parsed(_ text: String) throws -> MediaPlaylist {
    guard case .media(let playlist) = try PlaylistParser(name: "test").parse(Array(text.utf8)) else {
      throw PlaylistError(name: "test", line: nil, .limit, "is no media playlist")
    }
    return playlist
  }

  @Test("each text is found, whatever ends the lines", arguments: ["\n", "\r\n", "\r"])
  func texts(lineEnd: String) throws {
    let playlist = try parsed(
      Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd))
    let bytes = playlist.text.bytes
    func text(_ place: Range<Int>?) -> String? { place.map { String(decoding: bytes[$0], as: UTF8.self) } }
    let segments = playlist.segments
    #expect(segments.map(\.uri) == ["é.ts", "é.ts", "x.ts", "last.ts"])
    #expect(segments.map { text($0.uriPlace) } == ["é.ts", "é.ts", nil, "last.ts"])
    #expect(segments.map(\.durationText) == ["9.00", "00000000000000000009.", "9.5", "8"])
    #expect(segments.map { text($0.durationPlace) } == segments.map(\.durationText))
    #expect(segments.map(\.title) == ["a, title", nil, nil, nil])
    #expect(segments.map { text($0.titlePlace) } == segments.map(\.title))
    #expect(segments.map(\.programDateTime) == ["2026-01-01T00:00:00Z", nil, nil, "unreadable"])
    #expect(segments.map { text($0.programDateTimePlace) } == segments.map(\.programDateTime))
    #expect(segments.map(\.hasProgramDateTime) == [true, false, false, true])
    #expect(segments.map { $0.dateTime?.seconds } == [1_767_225_600, nil, nil, nil])
  }

  @Test("a range without offset goes on where the same resource was left, and only there")
  func ranges() throws {
    let segments = try parsed(Self.text).segments
    #expect(segments[1].byteRange == ByteRange(offset: 105, length: 100))
    #expect(segments[0].hasSameURI(as: segments[1]))
    #expect(!segments[1].hasSameURI(as: segments[2]))
    #expect(segments[2].hasSameURI(as: segments[2]))
    #expect(throws: PlaylistError.self) {
      try parsed(Self.text.replacing("é.ts\n#EXTINF:9.5", with: "e.ts\n#EXTINF:9.5"))
    }
  }

  @Test("numbers that come after the segments count for all of them")
  func lateNumbers() throws {
    let segments = try parsed(Self.text).segments
    #expect(segments.map(\.mediaSequence) == [7, 8, 9, 10])
    #expect(segments.map(\.discontinuitySequence) == [3, 3, 3, 3])
  }

  @Test(
    "a hexadecimal sequence is read to its last digit",
    arguments: [
      ("0x0123456789ABCDEF0123456789abcdef", "0123456789abcdef0123456789abcdef"),
      ("0xF", "0000000000000000000000000000000f"),
      ("0xFEDCBA98765432101", "000000000000000fedcba98765432101"),
    ])
  func hexadecimal(_ written: String, _ expected: String) throws {
    let playlist = try parsed(
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(written)\n#EXTINF:1,\na\n")
    let iv = try #require(playlist.keySets.first?.first?.iv)
    #expect(iv.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test(
    "what is no hexadecimal digit is refused in each place",
    arguments: ["/", ":", "@", "G", "`", "g", "\u{19}", "é"])
  func notHexadecimal(_ character: String) {
    for place in 0..<12 {
      let digits =
        String(repeating: "0", count: place) + character + String(repeating: "0", count: 11 - place)
      #expect(throws: PlaylistError.self) {
        try parsed(
          "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x\(digits)\n#EXTINF:1,\na\n"
        )
      }
    }
  }
}
