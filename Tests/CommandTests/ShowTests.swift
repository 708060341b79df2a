import JSON
import Support
import Testing

@Suite("show")
struct ShowTests {
  @Test("a multivariant playlist in a file is shown without a fetch")
  func multivariant() async throws {
    let folder = try TemporaryFolder("show")
    let run = try await Program.run(["show", "--json", Sample.source], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let lines = try run.lines()
    #expect(lines.compactMap { $0["type"]?.text } == ["multivariantPlaylist", "summary"])
    #expect(lines[0]["variants"]?.items?.count == 2)
    #expect(lines[0]["variants"]?.items?[0]["uri"] == "high/index.m3u8")
    #expect(lines[0]["renditions"]?.items?.count == 4)
    #expect(lines[1]["requests"] == 0)
    for key in [
      "iFrameStreams", "imageStreams", "sessionData", "sessionKeys", "definitions", "independentSegments",
    ] {
      #expect(lines[0][key] != nil, "\(key)")
    }
  }

  @Test("with words it tells what they choose and why")
  func words() async throws {
    let folder = try TemporaryFolder("show")
    let run = try await Program.run(
      ["show", "--json", "--video", "worst", "--audio", "fr", Sample.source], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let plan = try #require(try run.lines().first { $0["type"] == "plan" })
    #expect(plan["variants"]?.items?.count == 1)
    #expect(plan["variants"]?.items?[0]["resolution"]?["height"] == 90)
    #expect(plan["renditions"]?.items?.compactMap { $0["language"]?.text } == ["fr"])
    #expect(plan["variants"]?.items?[0]["reason"]?.text?.isEmpty == false)
    #expect(try await Program.run(["show", "--audio", "de", Sample.source], in: folder).code == 4)
  }

  @Test("partial segments stand with their segment, what has none yet apart; date ranges of one ID are one")
  func lowLatency() async throws {
    let folder = try TemporaryFolder("show")
    try folder.write(
      """
      #EXTM3U
      #EXT-X-VERSION:6
      #EXT-X-TARGETDURATION:4
      #EXT-X-PART-INF:PART-TARGET=1.0
      #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0
      #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
      #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00.000Z",X-A="1"
      #EXT-X-DATERANGE:ID="a",DURATION=2.5,X-B="2"
      #EXTINF:4,
      0.ts
      #EXT-X-PART:URI="1.ts",DURATION=1.0,INDEPENDENT=YES,BYTERANGE="100@0"
      #EXT-X-PART:URI="1.ts",DURATION=1.0,BYTERANGE="50"
      #EXTINF:2,
      1.ts
      #EXT-X-PART:URI="2.0.ts",DURATION=1.0
      #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.1.ts"
      #EXT-X-RENDITION-REPORT:URI="../b.m3u8",LAST-MSN=7,LAST-PART=1

      """, to: "live.m3u8")
    let run = try await Program.run(["show", "--segments", "--json", "live.m3u8"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let playlist = try #require(try run.lines().first)
    let segments = try #require(playlist["segments"]?.items)
    #expect(segments[0]["parts"] == nil)
    #expect(segments[1]["parts"]?.items?.count == 2)
    #expect(segments[1]["parts"]?.items?[1]["byteRange"] == ["length": 50, "offset": 100])
    #expect(segments[1]["parts"]?.items?[0]["independent"] == true)
    #expect(playlist["parts"]?.items?.map { $0["uri"] } == ["2.0.ts"])
    #expect(playlist["partTargetSeconds"] == 1)
    #expect(playlist["serverControl"]?["partHoldBackSeconds"] == 3)
    #expect(playlist["renditionReports"]?.items?[0]["lastMediaSequence"] == 7)
    #expect(playlist["preloadHints"]?.items?[0]["kind"] == "PART")
    let ranges = try #require(playlist["dateRanges"]?.items)
    #expect(ranges.count == 1 && ranges[0]["durationSeconds"] == 2.5)
    #expect(ranges[0]["attributes"] == ["X-A": "1", "X-B": "2"])
  }

  @Test("a media playlist is shown as parsed, live or not")
  func segments() async throws {
    let folder = try TemporaryFolder("show")
    try folder.write(
      """
      #EXTM3U
      #EXT-X-VERSION:7
      #EXT-X-TARGETDURATION:6
      #EXT-X-MEDIA-SEQUENCE:5
      #EXT-X-DEFINE:NAME="p",VALUE="seg"
      #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
      #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01
      #EXTINF:6.006,A title
      #EXT-X-BYTERANGE:500@100
      {$p}.mp4
      #EXT-X-DISCONTINUITY
      #EXTINF:4,
      #EXT-X-BYTERANGE:400
      seg.mp4
      """, to: "live.m3u8")
    let run = try await Program.run(["show", "--segments", "--json", "live.m3u8"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let playlist = try #require(try run.lines().first)
    #expect(playlist["type"] == "mediaPlaylist")
    #expect(playlist["endList"] == false)
    let segments = try #require(playlist["segments"]?.items)
    #expect(segments.count == 2)
    #expect(segments[0]["uri"] == "seg.mp4")
    #expect(segments[0]["title"] == "A title")
    #expect(segments[0]["durationSeconds"]?.number == 6.006)
    #expect(segments[0]["map"] == ["uri": "init.mp4", "byteRange": ["length": 100, "offset": 0]])
    #expect(segments[1]["byteRange"] == ["length": 400, "offset": 600])
    #expect(segments[1]["discontinuity"] == true)
    #expect(segments[1]["discontinuitySequence"] == 1)
    #expect(segments[1]["mediaSequence"] == 6)
    #expect(segments[1]["keys"]?.items?[0]["method"] == "AES-128")
    #expect(segments[1]["keys"]?.items?[0]["iv"] == "0x00000000000000000000000000000001")
  }

  @Test("a bundle tells what can be played offline")
  func bundle() async throws {
    let folder = try TemporaryFolder("show")
    let sample = try await Sample.bundle(in: folder)
    let run = try await Program.run(["show", "--json", sample], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let bundle = try #require(try run.lines().first)
    #expect(bundle["type"] == "bundle")
    #expect(bundle["state"] == "complete")
    #expect(bundle["playableOffline"] == true)
    #expect(bundle["offlineOptions"]?["audio"]?.items?.isEmpty == false)
    for key in [
      "formatVersion", "title", "metadata", "source", "createdAt", "createdBy", "variants", "renditions",
      "policy",
      "keys", "bytes", "files", "history",
    ] {
      #expect(bundle[key] != nil, "\(key)")
    }
    #expect(try await Program.run(["show", sample], in: folder).output.contains("complete"))
  }

  @Test(
    "what is no playlist is told by name",
    arguments: [
      ("<!DOCTYPE html><html></html>", "HTML"), ("{\"error\": 1}", "JSON"), ("song.mp3\n", "plain text"),
    ])
  func foreign(text: String, says: String) async throws {
    let folder = try TemporaryFolder("show")
    try folder.write(text, to: "x.m3u8")
    let run = try await Program.run(["show", "x.m3u8"], in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains(says), "\(run.errors)")
  }
}
