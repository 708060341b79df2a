import Testing

@testable import Media

@Suite("WebVTT")
struct WebVTTTests {
  private func facts(_ text: String) throws -> WebVTT.Facts {
    let bytes = Array(text.utf8)
    return try WebVTT.facts(of: bytes.span)
  }

  @Test("the timestamp map is read in either order, and cue times span the segment")
  func whole() throws {
    let text = """
      WEBVTT
      X-TIMESTAMP-MAP=MPEGTS:1440000,LOCAL:00:00:01.500

      NOTE nothing

      1
      00:00:03.000 --> 00:00:05.250 align:start
      Hello

      01:02.000 --> 100:00:00.001
      World
      """
    for variant in [text, text.replacing("\n", with: "\r\n"), "\u{feff}" + text.replacing("\n", with: "\r")] {
      let facts = try facts(variant)
      #expect(facts.timestampMap == WebVTT.TimestampMap(mpegTicks: 1_440_000, localMilliseconds: 1_500))
      #expect(facts.cueCount == 2)
      #expect(facts.badCueCount == 0)
      #expect(facts.firstStart == 3_000)
      #expect(facts.lastEnd == 360_000_001)
      #expect(!facts.hasBadTimestampMap)
    }
    let other = try facts("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n")
    #expect(other.timestampMap == WebVTT.TimestampMap(mpegTicks: 900_000, localMilliseconds: 0))
  }

  @Test("no map is none, and a bad one is told")
  func maps() throws {
    #expect(try facts("WEBVTT\n\n00:00.000 --> 00:01.000\nx\n").timestampMap == nil)
    for bad in [
      "MPEGTS:1", "LOCAL:00:00:00.000", "MPEGTS:99999999999,LOCAL:00:00:00.000", "MPEGTS:x,LOCAL:0", "",
    ] {
      let facts = try facts("WEBVTT\nX-TIMESTAMP-MAP=\(bad)\n\n")
      #expect(facts.hasBadTimestampMap)
      #expect(facts.timestampMap == nil)
    }
    #expect(try facts("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n").hasBadTimestampMap)
  }

  @Test("cues with impossible times are counted apart")
  func badCues() throws {
    let text = "WEBVTT\n\n00:61.000 --> 00:62.000\na\n\n00:02.000 --> 00:01.000\nb\n\n00:01 --> 00:02\nc\n"
    let facts = try facts(text)
    #expect(facts.cueCount == 0)
    #expect(facts.badCueCount == 3)
    #expect(facts.firstStart == nil)
  }

  @Test("what does not begin with WEBVTT is refused")
  func refused() {
    #expect(throws: MediaError(place: "WebVTT", reason: "does not begin with WEBVTT")) {
      try facts("1\n00:00")
    }
    #expect(throws: MediaError.self) { try facts("") }
  }
}
