import Conformance
import Testing

@Suite("Rules on the segments of a media playlist")
struct MediaPlaylistRuleSegmentTests {
  private typealias Source = MediaPlaylistRuleSource
  private let good = MediaPlaylistRuleSource.stored

  @Test("find an EXT-X-VERSION that is higher than needed")
  func version() throws {
    let rule = "rfc8216bis-8-version-higher"
    #expect(try good.replacing("VERSION:3", with: "VERSION:4").told() == ["info 2 \(rule)"])
  }

  @Test("find EXTINF that rounds to more than EXT-X-TARGETDURATION, with the figure that it must have")
  func targetDuration() throws {
    let rule = "rfc8216bis-4.4.3.1-target-duration"
    let source = try good.replacing("5.005", with: "6.5").replacing("3.003", with: "7.6")
    #expect(try source.told() == ["error 8 \(rule)", "error 13 \(rule)"])
    let found = try source.findings()
    #expect(found[0].message == "EXTINF is 6.5 s where EXT-X-TARGETDURATION is 6")
    #expect(found[0].hint == "EXT-X-TARGETDURATION must be at least 8")
    #expect(try good.replacing("5.005", with: "6.499").told() == [])
    let images = try source.replacing("#EXT-X-PLAY", with: "#EXT-X-IMAGES-ONLY\n#EXT-X-PLAY")
    #expect(try images.told(rule) == [])
  }

  @Test("find a playlist without segments, unless it has just begun")
  func empty() throws {
    let source = Source(lines: [], version: 1)
    #expect(try source.told() == ["warning 0 hlspack-no-segments"])
    let begun = Source(
      lines: [#"#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p""#], version: 1, type: nil, isEnded: false)
    #expect(try begun.told() == [])
  }

  @Test("find EXTINF of 0, once")
  func zero() throws {
    let source = try good.replacing("5.005", with: "0.000").replacing("3.003", with: "0.0")
    #expect(try source.told() == ["warning 8 hlspack-extinf-zero"])
    #expect(try source.findings().first?.message == "EXTINF is 0 (and 1 more)")
  }

  @Test(
    "find whole numbers that are none of the media's",
    arguments: [
      (["6", "5", "6", "3"], 3, true), (["6", "6", "6", "3"], 3, false), (["6", "5", "6", "3.0"], 3, false),
      (["6", "5", "6", "3"], 2, false), (["6", "5.0", "6", "3"], 3, false),
    ])
  func whole(_ durations: [String], _ version: Int, _ isTold: Bool) throws {
    let source = Source(lines: durations.flatMap { ["#EXTINF:\($0),", "s.ts"] }, version: version)
    let told = try source.told("apple-authoring-8.1-whole-durations")
    #expect(told == (isTold ? ["warning 5"] : []))
  }

  @Test("find EXT-X-BITRATE of 0")
  func bitrate() throws {
    let source = try good.replacing("#EXTINF:5.005", with: "#EXT-X-BITRATE:0\n#EXTINF:5.005")
    #expect(try source.told() == ["warning 10 rfc8216bis-4.4.4.8-bitrate-zero"])
    #expect(try source.replacing("BITRATE:0", with: "BITRATE:1").told() == [])
  }

  private func ranges(_ ranges: [String], _ more: [Int: String] = [:]) -> Source {
    var lines: [String] = []
    for (index, range) in ranges.enumerated() {
      if let line = more[index] { lines.append(line) }
      lines += ["#EXTINF:6.0,", "#EXT-X-BYTERANGE:\(range)", "all.ts"]
    }
    return Source(lines: lines, version: 4)
  }

  @Test("find ranges that overlap or do not follow each other")
  func ranges() throws {
    let (overlap, order) = ("warning 10 hlspack-range-overlap", "warning 10 hlspack-range-order")
    #expect(try ranges(["100@0", "100", "50@200"]).told() == [])
    #expect(try ranges(["100@0", "100@99"]).told() == [overlap])
    #expect(try ranges(["100@0", "100@101", "10@300"]).told() == [order])
    #expect(try ranges(["100@300", "100@0"]).told() == [order])
    #expect(try ranges(["100@0", "100@50"], [1: "#EXT-X-DISCONTINUITY"]).told() == [])
    let frames = try ranges(["100@0", "100@300"]).replacing(
      "#EXT-X-PL", with: "#EXT-X-I-FRAMES-ONLY\n#EXT-X-PL")
    #expect(try frames.told() == [])
    #expect(
      try ranges(["100@0", "100@99"]).replacing("all.ts\n#EXT-X-END", with: "b.ts\n#EXT-X-END").told() == [])
  }

  @Test("find stored content without EXT-X-PLAYLIST-TYPE")
  func type() throws {
    let source = try good.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
    #expect(try source.told() == ["error 0 apple-authoring-8.6-playlist-type"])
    // A live programme that has ended.
    #expect(try source.replacing("SEQUENCE:0", with: "SEQUENCE:9").told() == [])
    #expect(try good.replacing("VOD", with: "EVENT").told() == [])
  }

  @Test("find an event that has lost segments")
  func event() throws {
    let source = try good.replacing("VOD", with: "EVENT").replacing("#EXT-X-ENDLIST\n", with: "")
    #expect(try source.told() == [])
    let sliding = try source.replacing("SEQUENCE:0", with: "SEQUENCE:7")
    #expect(try sliding.told() == ["warning 4 rfc8216bis-4.4.3.5-event-slides"])
  }

  @Test("find a live window that is too short")
  func window() throws {
    let live = try good.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "").replacing(
      "#EXT-X-ENDLIST\n", with: ""
    )
    .replacing("SEQUENCE:0", with: "SEQUENCE:7")
    #expect(try live.told() == [])
    let short = try live.replacing("#EXTINF:6.006,\n0.ts\n", with: "")
    #expect(try short.told() == ["warning 0 rfc8216bis-6.2.2-window"])
    #expect(try short.replacing("SEQUENCE:7", with: "SEQUENCE:0").told() == [])
  }

  @Test("find a playlist of gaps")
  func gaps() throws {
    let source = Source(lines: ["#EXTINF:6.0,", "#EXT-X-GAP", "a.ts", "#EXT-X-GAP", "#EXTINF:6.0,", "b.ts"])
    #expect(try source.told() == ["warning 6 hlspack-all-gaps"])
    #expect(try source.replacing("#EXT-X-GAP\n#EXTINF", with: "#EXTINF").told() == [])
  }

  @Test(
    "find an EXT-X-START outside of the playlist",
    arguments: [("20.02", false), ("20.03", true), ("-20.03", true), ("-20", false), ("0", false)])
  func start(_ offset: String, _ isTold: Bool) throws {
    let source = try good.replacing("#EXT-X-PL", with: "#EXT-X-START:TIME-OFFSET=\(offset)\n#EXT-X-PL")
    #expect(try source.told() == (isTold ? ["warning 5 rfc8216bis-4.4.2.2-start-offset"] : []))
  }

  @Test(
    "find an EXT-X-START near the end of a live playlist",
    arguments: [("-17.9", true), ("-18", false), ("2.0", false), ("2.1", true)])
  func liveStart(_ offset: String, _ isTold: Bool) throws {
    let live = try good.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "#EXT-X-START:TIME-OFFSET=\(offset)\n")
      .replacing("#EXT-X-ENDLIST\n", with: "")
    #expect(try live.told() == (isTold ? ["warning 5 rfc8216bis-4.4.2.2-start-near-end"] : []))
  }

  @Test("find absolute URIs of the playlist's own server, where it is known")
  func absolute() throws {
    let source = try good.replacing("1.ts", with: "https://EXAMPLE.com:443/1.ts")
      .replacing("2.ts", with: "https://example.com/2.ts").replacing(
        "3.ts", with: "https://cdn.example.com/3.ts")
    #expect(try source.told() == [])
    let found = try source.findings(at: "https://example.com/v/media.m3u8")
    #expect(found.map(\.rule) == ["hlspack-absolute-uri"])
    #expect(found.first?.line == 9 && found.first?.message.hasSuffix("own server (and 1 more)") == true)
    #expect(try source.findings(at: "http://example.com/v/media.m3u8") == [])
    #expect(try good.findings(at: "https://example.com/v/media.m3u8") == [])
  }

  @Test("are quick in playlists of 50,000 segments with a fault each")
  func size() throws {
    var lines: [String] = []
    for index in 0..<50_000 {
      lines += ["#EXT-X-BYTERANGE:10@\(index % 2)", "#EXTINF:9.5,", "https://example.com/a.mp4"]
    }
    let facts = try Source(lines: lines, version: 4).facts(at: "https://example.com/")
    let found = RuleBook.findings(in: facts)
    #expect(found.count < 30)
  }
}
