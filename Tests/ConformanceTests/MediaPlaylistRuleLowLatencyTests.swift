import Conformance
import Testing

@Suite("Rules on parts, delta updates and images")
struct MediaPlaylistRuleLowLatencyTests {
  private typealias Source = MediaPlaylistRuleSource

  /// A live playlist with parts; figures as in the specification's example.
  private let good = Source(
    """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:4
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0,HOLD-BACK=12.0
    #EXT-X-PART-INF:PART-TARGET=0.33334
    #EXT-X-MEDIA-SEQUENCE:266
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:4.00008,
    266.mp4
    #EXTINF:4.00008,
    267.mp4
    #EXTINF:4.00008,
    268.mp4
    #EXT-X-PROGRAM-DATE-TIME:2026-02-14T02:13:36.106Z
    #EXT-X-PART:DURATION=0.33334,URI="269.0.mp4"
    #EXT-X-PART:DURATION=0.3,URI="269.1.mp4"
    #EXT-X-PART:DURATION=0.1,URI="269.2.mp4"
    #EXTINF:0.73334,
    269.mp4
    #EXT-X-PART:DURATION=0.33334,URI="270.0.mp4",INDEPENDENT=YES
    #EXT-X-PRELOAD-HINT:TYPE=PART,URI="270.1.mp4"
    #EXT-X-RENDITION-REPORT:URI="../audio.m3u8",LAST-MSN=270,LAST-PART=0

    """)

  private func told(_ old: String, _ new: String) throws -> [String] {
    try good.replacing(old, with: new).told()
  }

  @Test("find nothing in a live playlist as the specification has it")
  func ordinary() throws {
    #expect(try good.told() == [])
  }

  @Test("find parts without EXT-X-PART-INF")
  func partInf() throws {
    let found = try told("#EXT-X-PART-INF:PART-TARGET=0.33334\n", "")
    #expect(found == ["error 14 rfc8216bis-4.4.3.7-part-inf"])
  }

  @Test("find parts that are too long or too short")
  func lengths() throws {
    let (long, short) = ("error 16 rfc8216bis-4.4.4.9-part-long", "error 16 rfc8216bis-4.4.4.9-part-short")
    #expect(try told("DURATION=0.3,", "DURATION=0.4,") == [long])
    #expect(try told("DURATION=0.3,", "DURATION=0.2,") == [short])
    #expect(try told("DURATION=0.3,", "DURATION=0.2,INDEPENDENT=YES,") == [])
    #expect(try told("DURATION=0.3,", "DURATION=0.2,GAP=YES,") == [])
    let before = try good.replacing("DURATION=0.3,", with: "DURATION=0.2,")
      .replacing("DURATION=0.1,", with: "DURATION=0.1,GAP=YES,")
    #expect(try before.told() == [])
  }

  @Test(
    "find tags of a segment after its first part",
    arguments: [
      "#EXT-X-DISCONTINUITY", #"#EXT-X-MAP:URI="i2.mp4""#,
      "#EXT-X-PROGRAM-DATE-TIME:2026-02-14T02:13:36.106Z",
    ])
  func order(_ line: String) throws {
    let rule = "rfc8216bis-4.4.4.9-part-order"
    let source = try good.replacing("#EXT-X-PART:DURATION=0.3,", with: "\(line)\n#EXT-X-PART:DURATION=0.3,")
    #expect(try source.told(rule) == ["error 16"])
    let first = try good.replacing(
      "#EXT-X-PART:DURATION=0.33334,URI=\"269", with: "\(line)\n#EXT-X-PART:DURATION=0.33334,URI=\"269")
    #expect(try first.told(rule) == [])
  }

  @Test("find figures of EXT-X-SERVER-CONTROL that are too small")
  func serverControl() throws {
    #expect(try told("UNTIL=24.0", "UNTIL=23.9") == ["error 4 rfc8216bis-4.4.3.8-can-skip-until"])
    #expect(
      try told("CAN-SKIP-UNTIL=24.0", "CAN-SKIP-DATERANGES=YES") == [
        "error 4 rfc8216bis-4.4.3.8-can-skip-dateranges"
      ])
    #expect(try told(",HOLD-BACK=12.0", ",HOLD-BACK=11") == ["error 4 rfc8216bis-4.4.3.8-hold-back"])
    #expect(
      try told("PART-HOLD-BACK=1.0", "PART-HOLD-BACK=0.9") == ["warning 4 rfc8216bis-4.4.3.8-part-hold-back"])
    #expect(
      try told("PART-HOLD-BACK=1.0", "PART-HOLD-BACK=0.6") == ["error 4 rfc8216bis-4.4.3.8-part-hold-back"])
    let missing = "rfc8216bis-4.4.3.8-part-hold-back-missing"
    #expect(try told(",PART-HOLD-BACK=1.0", "") == ["error 4 \(missing)"])
    let line =
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=24.0,HOLD-BACK=12.0\n"
    #expect(try told(line, "") == ["error 4 \(missing)"])
  }

  @Test("find reports of the playlist on itself, and without number")
  func reports() throws {
    #expect(try told("LAST-MSN=270,LAST-PART=0", "LAST-PART=0") == ["info 22 rfc8216bis-4.4.5.4-last-msn"])
    let stored = try MediaPlaylistRuleSource.stored.replacing(
      "#EXT-X-END", with: "#EXT-X-RENDITION-REPORT:URI=\"../v/media.m3u8?a=1\",LAST-MSN=3\n#EXT-X-END")
    let rule = "error 15 rfc8216bis-4.4.5.4-report-self"
    #expect(try stored.told(at: "https://example.com/v/media.m3u8?a=1") == [rule])
    #expect(try stored.told(at: "https://example.com/v/media.m3u8?a=2") == [])
    #expect(try stored.told() == [])
  }

  @Test("find what serves live playlists in one that has ended")
  func ended() throws {
    let source = MediaPlaylistRuleSource(good.text + "#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-ENDLIST\n")
    #expect(
      try source.told() == [
        "warning 15 hlspack-parts-after-end", "error 21 rfc8216bis-4.4.5.3-hint-after-end",
      ])
    let delta = try MediaPlaylistRuleSource.stored.replacing(
      "#EXTINF:6.006,\n0.ts", with: "#EXT-X-SKIP:SKIPPED-SEGMENTS=7\n#EXTINF:6.006,\n0.ts")
    #expect(try delta.told() == ["error 6 hlspack-skip-after-end"])
    #expect(try delta.findings().first?.message.contains("7 segments") == true)
  }

  @Test("find parts of I-frame playlists")
  func frames() throws {
    let source = MediaPlaylistRuleSource(good.text + "#EXT-X-I-FRAMES-ONLY\n")
    #expect(try source.told() == ["warning 15 rfc8216bis-4.4.3.6-parts"])
  }

  private let images = Source(
    lines: [
      "#EXT-X-IMAGES-ONLY", "#EXTINF:60.0,", "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=3.0",
      "0.jpg",
      "#EXTINF:9.0,", "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=3.0", "1.jpg",
    ])

  @Test("find tiles of no size, of another duration or without EXT-X-IMAGES-ONLY")
  func tiles() throws {
    #expect(try images.told() == [])
    let (form, time) = ("error 7 image-playlist-0.4-tiles", "warning 7 image-playlist-0.4-tile-duration")
    let first = "LAYOUT=5x4,DURATION=3.0\n0.jpg"
    #expect(try images.replacing(first, with: "LAYOUT=0x4,DURATION=3.0\n0.jpg").told() == [form])
    #expect(try images.replacing(first, with: "LAYOUT=5x4,DURATION=0\n0.jpg").told() == [form])
    #expect(try images.replacing(first, with: "LAYOUT=5x3,DURATION=3.0\n0.jpg").told() == [time])
    #expect(try images.replacing(first, with: "LAYOUT=5x9,DURATION=3.0\n0.jpg").told() == [time])
    #expect(try images.replacing(first, with: "LAYOUT=19x1,DURATION=3.0\n0.jpg").told() == [])
    let video = try images.replacing("#EXT-X-IMAGES-ONLY\n", with: "").replacing("60.0", with: "6.0")
    #expect(try video.told("image-playlist-0.4-tiles-place") == ["error 6"])
  }
}
