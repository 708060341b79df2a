import Testing

@testable import Media

/// Subtitle files as people have them.
@Suite("Subtitle files")
struct SubtitleFileTests {
  private func cues(_ text: String) throws -> [SubtitleFile.Cue] { try SubtitleFile(Array(text.utf8)).cues }

  @Test("SubRip: commas or points, hours or none, missing numbers, tags")
  func subRip() throws {
    let file = try SubtitleFile(
      Array(
        """
        1
        00:00:01,000 --> 00:00:02,500 X1:1 X2:2 Y1:3 Y2:4
        <i>One</i> <font color="red">red</font> & 1 < 2

        00:03.5 --> 0:00:04.250
        {\\an8}top
        3
        00:00:05,000 --> 00:00:06,000
        without a gap
        """.utf8))
    #expect(file.format == .subRip && file.encoding == .utf8)
    #expect(file.cues.map(\.start) == [1_000, 3_500, 5_000])
    #expect(file.cues.map(\.end) == [2_500, 4_250, 6_000])
    #expect(file.cues[0].text == "<i>One</i> red &amp; 1 &lt; 2")
    #expect(file.cues[1].settings == "line:0" && file.cues[1].text == "top")
    #expect(file.cues[2].text == "without a gap")
  }

  @Test("WebVTT: identifiers, settings, styles, notes, and a map whose clock is taken back")
  func webVTT() throws {
    let file = try SubtitleFile(
      Array(
        """
        WEBVTT title
        X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:10.000

        STYLE
        ::cue { color: red }

        NOTE nothing

        first
        00:11.000 --> 00:12.000 line:0 align:start
        Text

        00:00:13.000 --> 00:00:14.000
        More
        and more
        """.utf8))
    #expect(file.format == .webVTT && file.preamble == ["STYLE\n::cue { color: red }"])
    #expect(file.cues.map(\.start) == [1_000, 3_000] && file.cues[0].identifier == "first")
    #expect(file.cues[0].settings == "line:0 align:start" && file.cues[1].text == "More\nand more")
  }

  @Test("line ends of all kinds, cues out of order, cues without time or text")
  func lines() throws {
    let text =
      "2\r\n00:00:05,000 --> 00:00:06,000\r\nb\r\n\r\n1\r00:00:01,000 --> 00:00:02,000\ra\r\r"
      + "3\n00:00:07,000 --> 00:00:07,000\nc\n\n4\n00:00:08,000 --> 00:00:09,000\n\n"
    let file = try SubtitleFile(Array(text.utf8))
    #expect(file.cues.map(\.text) == ["a", "b"] && file.leftOut == 2)
  }

  @Test("encodings: marks, UTF-16 without one, Windows-1252 told")
  func encodings() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nÄé€\n"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let latin = Array(text.utf8.prefix(while: { $0 < 0x80 })) + [0xC4, 0xE9, 0x80, 0x0A]
    for (bytes, encoding) in [
      (Array(text.utf8), .utf8), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8),
      ([0xFF, 0xFE] + little, .utf16LittleEndian), ([0xFE, 0xFF] + big, .utf16BigEndian),
      (little, .utf16LittleEndian), (big, .utf16BigEndian), (latin, .windows1252),
    ] as [([UInt8], SubtitleText.Encoding)] {
      let file = try SubtitleFile(bytes)
      #expect(file.encoding == encoding && file.cues.first?.text == "Äé€")
    }
  }

  @Test(
    "what cannot be read is refused by its line",
    arguments: [
      ("", "empty"), ("Hello\n", "neither"), ("WEBVTT\n\nNOTE x\n", "no cue"),
      ("1\n00:00:02,000 --> 00:00:01,000\nx\n", "line 2"),
      ("1\n\n00:61:00,000 --> 00:62:00,000\nx\n", "line 3"),
      ("1\n00:00:02,000 --> \nx\n", "line 2"), ("WEBVTT\n\n00:01.000 --> 00:0\nx\n", "line 3"),
      ("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:x\n\n00:01.000 --> 00:02.000\nx\n", "line 2"),
      ("1\n00:00:01,000 --> 00:00:02,000\na\u{0}b\n", "NUL"),
    ])
  func refused(_ text: String, _ reason: String) {
    let error = #expect(throws: MediaError.self) { try cues(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("UTF-16 that is cut, and bytes of no encoding")
  func brokenBytes() {
    for bytes in [[0xFF, 0xFE, 0x31], [0xFF, 0xFE, 0x00, 0xD8], [0x81, 0x31], [0x31, 0x01, 0xE9]] as [[UInt8]]
    {
      #expect(throws: MediaError.self) { try SubtitleFile(bytes) }
    }
  }

  @Test("a segment is WebVTT with its map next to the header")
  func segment() throws {
    let map = WebVTT.TimestampMap(mpegTicks: 900_000 + 1 << 33, localMilliseconds: 90_000)
    let cue = SubtitleFile.Cue(
      start: 3_661_001, end: 3_662_000, settings: "line:0", text: "x", identifier: "a")
    let bytes = WebVTT.segment([cue], preamble: ["STYLE\n::cue {}"], map: map)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:01:30.000\n\nSTYLE\n::cue {}\n\na\n"
        + "01:01:01.001 --> 01:01:02.000 line:0\nx\n")
    let facts = try WebVTT.facts(of: bytes.span)
    #expect(facts.cueCount == 1 && facts.timestampMap == map && !facts.hasBadTimestampMap)
  }
}
