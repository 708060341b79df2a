import Conformance
import Playlist
import Testing

@Suite("Rules on the times of several playlists")
struct PresentationRuleTimeTests {
  private let good = PresentationRuleSource()

  private func told(_ source: PresentationRuleSource) throws -> [Told] {
    try source.findings().map { Told($0) }
  }

  @Test("find discontinuities at other times, or missing, but not in subtitles")
  func discontinuities() throws {
    let rule = "apple-authoring-8.15-discontinuity-times"
    for name in ["high.m3u8", "audio.m3u8"] {
      let none = good.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: name)
      let found = try none.findings()
      #expect(found.map { Told($0) } == [Told(rule, .error, name, 11)])
      #expect(found.first?.message == "has no discontinuity at 8.0 s where 'low.m3u8' has one")
    }
    let late = good.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: "audio.m3u8")
      .replacing("#EXTINF:3", with: "#EXT-X-DISCONTINUITY\n#EXTINF:3", in: "audio.m3u8")
    let found = try late.findings()
    #expect(found.map(\.rule) == [rule])
    #expect(found.first?.message.hasSuffix("(and 1 more)") == true)
    let extra = good.replacing("#EXTINF:3", with: "#EXT-X-DISCONTINUITY\n#EXTINF:3", in: "audio.m3u8")
    #expect(try told(extra) == [Told(rule, .error, "audio.m3u8", 13)])
    #expect(try told(good.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: "subtitles.m3u8")) == [])
  }

  @Test("let sound drift a little against the picture from discontinuity to discontinuity")
  func drift() throws {
    func playlist(_ duration: String) -> String {
      let header = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
      let segments = (0..<60).map { "#EXT-X-DISCONTINUITY\n#EXTINF:\(duration),\n\($0).ts\n" }.joined()
      return header + segments + "#EXT-X-ENDLIST\n"
    }
    let source = good.with(playlist("4.000"), for: "low.m3u8", "high.m3u8", "subtitles.m3u8")
    let few = source.with(playlist("4.020"), for: "audio.m3u8").replacing("images.m3u8", with: "x", in: "")
      .replacing("iframes.m3u8", with: "y", in: "")
    #expect(try told(few) == [Told("apple-authoring-8.3-same-duration", .info, "audio.m3u8")])
    let much = few.with(playlist("4.200"), for: "audio.m3u8")
    #expect(try told(much).map(\.rule).contains("apple-authoring-8.15-discontinuity-times"))
  }

  @Test("find other discontinuity sequence numbers at the same time")
  func numbers() throws {
    let rule = "rfc8216bis-6.2.4-discontinuity-sequence"
    let tag = "#EXT-X-DISCONTINUITY-SEQUENCE:2\n#EXT-X-PROGRAM"
    let other = good.replacing("#EXT-X-PROGRAM", with: tag, in: "audio.m3u8")
    #expect(try told(other) == [Told(rule, .error, "audio.m3u8", 8)])
    #expect(try told(good.replacingAll("#EXT-X-PROGRAM", with: tag)) == [])
  }

  @Test("compare live playlists by their dates, and not without them")
  func live() throws {
    let open = good.replacingAll("#EXT-X-ENDLIST\n", with: "")
      .replacingAll("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
    // The second playlist was read one segment later.
    let later = open.replacing("#EXTINF:4.000,\n0.ts\n", with: "", in: "high.m3u8")
      .replacing("00:00:00.000Z", with: "00:00:04.000Z", in: "high.m3u8")
    #expect(try told(later) == [])
    let wrong = later.replacing(
      "#EXT-X-PROGRAM", with: "#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-PROGRAM", in: "high.m3u8")
    #expect(try told(wrong) == [Told("rfc8216bis-6.2.4-discontinuity-sequence", .error, "high.m3u8", 7)])
    let none = later.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: "high.m3u8")
    #expect(try told(none) == [Told("apple-authoring-8.15-discontinuity-times", .error, "high.m3u8", 8)])
    let undated = none.replacingAll("#EXT-X-PROGRAM-DATE-TIME:", with: "#")
    #expect(try told(undated) == [])
  }

  @Test("find segment boundaries of variants at other times")
  func boundaries() throws {
    let rule = "apple-authoring-8.22-segment-boundaries"
    let shifted = good.replacing("#EXTINF:4.000,\n0.ts", with: "#EXTINF:3.500,\n0.ts", in: "high.m3u8")
      .replacing("#EXTINF:4.000,\n1.ts", with: "#EXTINF:4.500,\n1.ts", in: "high.m3u8")
    let found = try shifted.findings()
    #expect(found.map { Told($0) } == [Told(rule, .warning, "high.m3u8", 9)])
    #expect(found.first?.message == "has a segment boundary at 3.5 s where 'low.m3u8' has none (and 1 more)")
    let near = good.replacing("#EXTINF:4.000,\n0.ts", with: "#EXTINF:3.950,\n0.ts", in: "high.m3u8")
      .replacing("#EXTINF:4.000,\n1.ts", with: "#EXTINF:4.050,\n1.ts", in: "high.m3u8")
    #expect(try told(near) == [])
    let joined = good.replacing(
      "#EXTINF:4.000,\n0.ts\n#EXTINF:4.000,\n1.ts", with: "#EXTINF:8.000,\n0.ts", in: "high.m3u8")
    #expect(try told(joined) == [Told(rule, .warning, "high.m3u8", 7)])
    let sound = good.replacing(
      "#EXTINF:4.000,\n0.ts\n#EXTINF:4.000,\n1.ts", with: "#EXTINF:8.000,\n0.ts", in: "audio.m3u8")
    #expect(try told(sound) == [])
  }

  @Test(
    "find other total durations",
    arguments: [
      ("audio.m3u8", "8.000", Severity.error), ("audio.m3u8", "4.000", .info), ("audio.m3u8", "3.400", nil),
    ])
  func durations(_ name: String, _ last: String, _ severity: Severity?) throws {
    let rule = "apple-authoring-8.3-same-duration"
    let source = good.replacing("#EXTINF:3.000", with: "#EXTINF:\(last)", in: name)
    #expect(try told(source) == (severity.map { [Told(rule, $0, name)] } ?? []))
  }

  @Test("find subtitles that end long before the picture")
  func subtitles() throws {
    let rule = "apple-authoring-5.5-subtitle-coverage"
    let short = good.replacing("#EXTINF:3.000,\n3.ts\n", with: "", in: "subtitles.m3u8")
    #expect(try told(short) == [])
    let shorter = short.replacing(
      "#EXT-X-DISCONTINUITY\n#EXTINF:4.000,\n2.ts\n", with: "", in: "subtitles.m3u8")
    #expect(try told(shorter) == [Told(rule, .error, "subtitles.m3u8")])
  }

  @Test("find dates that not all have, and dates that disagree")
  func dates() throws {
    let (everywhere, aligned) = ("rfc8216bis-6.2.4-program-date-time", "rfc8216bis-6.2.4-date-mapping")
    let date = "#EXT-X-PROGRAM-DATE-TIME:2027-01-01T00:00:00.000Z\n"
    for name in ["low.m3u8", "audio.m3u8", "subtitles.m3u8"] {
      #expect(try told(good.replacing(date, with: "", in: name)) == [Told(everywhere, .error, name)])
    }
    #expect(try told(good.replacingAll(date, with: "")) == [])
    let other = good.replacing("00:00:00.000Z", with: "00:00:00.600Z", in: "audio.m3u8")
    #expect(try told(other) == [Told(aligned, .error, "audio.m3u8", 5)])
    #expect(try told(good.replacing("00:00:00.000Z", with: "00:00:00.400Z", in: "audio.m3u8")) == [])
    // The same mapping, told of the second segment.
    let second = good.replacing(date, with: "", in: "audio.m3u8").replacing(
      "0.ts\n", with: "0.ts\n" + date.replacing("00:00:00.000", with: "00:00:04.000"), in: "audio.m3u8")
    #expect(try told(second) == [])
  }

  @Test("find other date ranges, or the same ones in another order")
  func dateRanges() throws {
    let rule = "rfc8216bis-6.2.4-date-ranges"
    func range(_ id: String) -> String {
      "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2027-01-01T00:00:04Z\"\n"
    }
    func adding(_ source: PresentationRuleSource, _ ids: [String], _ name: String) -> PresentationRuleSource {
      source.replacing("#EXT-X-ENDLIST", with: ids.map(range).joined() + "#EXT-X-ENDLIST", in: name)
    }
    let first = adding(good, ["a", "b"], "low.m3u8")
    #expect(try told(first) == [])
    #expect(try told(adding(first, ["a", "b", "a"], "audio.m3u8")) == [])
    #expect(try told(adding(first, ["b", "a"], "audio.m3u8")) == [Told(rule, .error, "audio.m3u8", 15)])
    #expect(try told(adding(first, ["a"], "audio.m3u8")) == [Told(rule, .error, "audio.m3u8")])
    #expect(try told(adding(first, ["a", "b", "c"], "audio.m3u8")) == [Told(rule, .error, "audio.m3u8", 17)])
  }

  @Test("are quick in playlists of 100,000 segments, and bear the longest durations")
  func size() throws {
    func playlist(_ duration: String, _ count: Int) -> String {
      let header = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
      var text = header
      for number in 0..<count { text += "#EXT-X-DISCONTINUITY\n#EXTINF:\(duration),\n\(number).ts\n" }
      return text + "#EXT-X-ENDLIST\n"
    }
    let facts = try good.with(playlist("4.0", 100_000), for: "low.m3u8").with(
      playlist("2.0", 100_000), for: "high.m3u8"
    )
    .facts()
    let found = RuleBook.findings(in: facts)
    #expect(found.count < 20)
    let huge = "999999999999"
    _ = try good.with(playlist(huge, 40), for: "low.m3u8", "audio.m3u8", "subtitles.m3u8").findings()
    _ = try good.with(playlist(huge, 40), for: "high.m3u8").findings()
  }
}
