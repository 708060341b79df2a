import Conformance
import Playlist
import Testing

@Suite("Rules on keys, parts and server control of several playlists")
struct PresentationRuleKeyTests {
  private let good = PresentationRuleSource()

  private func told(_ source: PresentationRuleSource) throws -> [Told] {
    try source.findings().map { Told($0) }
  }

  private func encrypting(
    _ source: PresentationRuleSource, _ key: String, _ names: String...
  ) -> PresentationRuleSource {
    names.reduce(source) { $0.replacing("#EXT-X-PROGRAM", with: "#EXT-X-KEY:\(key)\n#EXT-X-PROGRAM", in: $1) }
  }

  private func session(_ source: PresentationRuleSource, _ key: String) -> PresentationRuleSource {
    source.replacing("#EXT-X-VERSION:6\n", with: "#EXT-X-VERSION:6\n#EXT-X-SESSION-KEY:\(key)\n", in: "")
  }

  @Test("find keys that are shared and not told in advance")
  func shared() throws {
    let key = #"METHOD=AES-128,URI="key.bin""#
    let source = encrypting(good, key, "low.m3u8", "high.m3u8")
    #expect(try told(source) == [Told("rfc8216bis-4.4.6.5-session-key-missing", .info, "main.m3u8")])
    #expect(try told(session(source, key)) == [])
    let own = encrypting(encrypting(good, key, "low.m3u8"), #"METHOD=AES-128,URI="key2.bin""#, "high.m3u8")
    #expect(try told(own) == [])
  }

  @Test(
    "find a session key that says other things of a key",
    arguments: [
      (#"METHOD=AES-128,URI="key.bin",KEYFORMATVERSIONS="1""#, false),
      (#"METHOD=AES-128,URI="https://media.example/title/key.bin""#, false),
      (#"METHOD=SAMPLE-AES,URI="key.bin""#, true), (#"METHOD=AES-128,URI="key.bin",KEYFORMAT="x""#, true),
      (#"METHOD=AES-128,URI="key.bin",KEYFORMATVERSIONS="2""#, true), (#"METHOD=SAMPLE-AES,URI="k""#, false),
    ])
  func agrees(_ key: String, _ isTold: Bool) throws {
    let source = encrypting(good, #"METHOD=AES-128,URI="key.bin""#, "low.m3u8", "high.m3u8")
    let rule = "rfc8216bis-4.4.6.5-session-key-agrees"
    let expected = ["low.m3u8", "high.m3u8"].map { Told(rule, .error, $0, 5) }
    #expect(try told(session(source, key)) == (isTold ? expected : []))
  }

  @Test("find variants that are clear beside encrypted ones, or have keys of other formats")
  func mixed() throws {
    let clear = encrypting(good, #"METHOD=AES-128,URI="key.bin""#, "low.m3u8")
    #expect(try told(clear) == [Told("hlspack-encryption-differs", .warning, "high.m3u8")])
    let fair = #"METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery""#
    let wide = #"METHOD=SAMPLE-AES,URI="data:,1",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed""#
    let other = encrypting(encrypting(good, fair, "low.m3u8"), wide, "high.m3u8")
    #expect(try told(other) == [Told("hlspack-key-formats", .warning, "high.m3u8", 5)])
    let audio = encrypting(good, fair, "audio.m3u8")
    #expect(try told(audio) == [])
  }

  @Test("find server control that not all have, or that differs")
  func serverControl() throws {
    let rule = "rfc8216bis-4.4.3.8-server-control-agrees"
    let tag = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,HOLD-BACK=12\n#EXT-X-TARGET"
    let all = good.replacingAll("#EXT-X-TARGET", with: tag)
    #expect(try told(all) == [])
    #expect(
      try told(all.replacing("BACK=12", with: "BACK=13", in: "audio.m3u8")) == [
        Told(rule, .error, "audio.m3u8", 3)
      ])
    let one = good.replacing("#EXT-X-TARGET", with: tag, in: "high.m3u8")
    #expect(
      try told(one)
        == ["low.m3u8", "audio.m3u8", "subtitles.m3u8", "iframes.m3u8"].map { Told(rule, .error, $0) })
  }

  private func lowLatency(_ reports: [String]) -> String {
    """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:4
    #EXT-X-PART-INF:PART-TARGET=1
    #EXTINF:4.000,
    0.m4s
    #EXT-X-PART:DURATION=1,URI="1.0.m4s"

    """ + reports.map { "#EXT-X-RENDITION-REPORT:URI=\"\($0)\",LAST-MSN=0,LAST-PART=0\n" }.joined()
  }

  private func live(_ low: [String], _ high: [String]) -> PresentationRuleSource {
    var source = good
    source.media = ["low.m3u8": lowLatency(low), "high.m3u8": lowLatency(high)]
    return source
  }

  @Test("find live low-latency playlists that do not report on each other")
  func reports() throws {
    let rule = "rfc8216bis-4.4.5.4-rendition-reports"
    #expect(try told(live(["high.m3u8?_HLS_x=1"], ["../title/low.m3u8"])) == [])
    #expect(try told(live(["high.m3u8"], [])) == [Told(rule, .error, "high.m3u8")])
    #expect(try told(live(["high.m3u8", "low.m3u8"], ["low.m3u8"])) == [Told(rule, .error, "low.m3u8", 9)])
    let often = try told(live(["high.m3u8"] + Array(repeating: "low.m3u8", count: 50), ["low.m3u8"]))
    #expect(often.map(\.line) == [9, 10, 11, 12, 13])
    // A copy on another server needs no report.
    let copy = live(["high.m3u8"], ["low.m3u8"]).replacing(
      "audio.m3u8", with: "https://other.example/audio.m3u8", in: "")
    #expect(try told(copy.with(lowLatency([]), for: "https://other.example/audio.m3u8")) == [])
    let query = live([], []).replacing("low.m3u8", with: "v.m3u8?v=1", in: "")
      .replacing("high.m3u8", with: "v.m3u8?v=2", in: "")
      .with(lowLatency(["v.m3u8?v=2"]), for: "v.m3u8?v=1").with(lowLatency(["v.m3u8?v=1"]), for: "v.m3u8?v=2")
    #expect(try told(query) == [])
    let ended = live([], []).replacingAll("0.m4s\n#EXT-X-PART:", with: "0.m4s\n#EXT-X-ENDLIST\n#EXT-X-PART:")
    #expect(try told(ended) == [])
  }
}
