import Conformance
import Playlist
import Testing

@Suite("Rules on all playlists of a source")
struct PresentationRuleTests {
  private let good = PresentationRuleSource()

  private func told(_ source: PresentationRuleSource) throws -> [Told] {
    try source.findings().map { Told($0) }
  }

  @Test("find nothing in a good one, nor in one of which media playlists are missing")
  func nothing() throws {
    #expect(try good.findings() == [])
    for name in good.media.keys {
      var source = good
      source.media[name] = nil
      #expect(try source.findings() == [], "\(name)")
    }
    var source = good
    source.media = [:]
    #expect(try source.findings() == [])
  }

  @Test("find where a playlist begins elsewhere than the multivariant one says")
  func start() throws {
    let both = good.replacing(
      "#EXT-X-INDEPENDENT", with: "#EXT-X-START:TIME-OFFSET=2\n#EXT-X-INDEPENDENT", in: "")
    let same = both.replacingAll("#EXT-X-TARGET", with: "#EXT-X-START:TIME-OFFSET=2.0\n#EXT-X-TARGET")
    #expect(try told(same) == [])
    let other = same.replacing("OFFSET=2.0", with: "OFFSET=3", in: "high.m3u8")
    let rule = "rfc8216bis-4.4.2.2-start-agrees"
    #expect(try told(other) == [Told(rule, .warning, "high.m3u8", 3)])
    let precise = same.replacing("OFFSET=2.0", with: "OFFSET=2,PRECISE=YES", in: "audio.m3u8")
    #expect(try told(precise) == [Told(rule, .warning, "audio.m3u8", 3)])
  }

  @Test("find playlists of I-frames and images that do not say so, and others that do")
  func trickPlay() throws {
    let (frames, images) = ("rfc8216bis-4.4.6.3-i-frames-only", "image-playlist-0.4-images-only")
    let bare = good.replacing("#EXT-X-I-FRAMES-ONLY\n", with: "", in: "iframes.m3u8")
    #expect(try told(bare) == [Told(frames, .error, "iframes.m3u8")])
    let noImages = good.replacing("#EXT-X-IMAGES-ONLY\n", with: "", in: "images.m3u8")
    #expect(try told(noImages) == [Told(images, .error, "images.m3u8")])
    let variant = good.replacing(
      "#EXT-X-PROGRAM", with: "#EXT-X-I-FRAMES-ONLY\n#EXT-X-PROGRAM", in: "high.m3u8")
    #expect(try told(variant) == [Told(frames, .error, "high.m3u8", 5)])
    let picture = good.replacing(
      "#EXT-X-PROGRAM", with: "#EXT-X-IMAGES-ONLY\n#EXT-X-PROGRAM", in: "high.m3u8")
    #expect(try told(picture) == [Told(images, .error, "high.m3u8", 5)])
  }

  @Test("find another target duration, but not in finished subtitles")
  func targetDuration() throws {
    let change = ("DURATION:4\n", "DURATION:5\n")
    let rule = "rfc8216bis-6.2.4-target-duration"
    #expect(try told(good.replacing(change.0, with: change.1, in: "subtitles.m3u8")) == [])
    for name in ["high.m3u8", "audio.m3u8"] {
      #expect(
        try told(good.replacing(change.0, with: change.1, in: name)) == [Told(rule, .error, name, 3)])
    }
    let live = good.replacingAll("#EXT-X-ENDLIST\n", with: "").replacingAll(
      "#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
    #expect(try told(live) == [])
    #expect(
      try told(live.replacing(change.0, with: change.1, in: "subtitles.m3u8")) == [
        Told(rule, .error, "subtitles.m3u8", 3)
      ])
  }

  @Test("find another type, and an end that not all have")
  func types() throws {
    let rule = "rfc8216bis-6.2.4-playlist-type"
    let none = good.replacing("#EXT-X-PLAYLIST-TYPE:VOD\n", with: "", in: "audio.m3u8")
    #expect(try told(none) == [Told(rule, .error, "audio.m3u8")])
    let event = good.replacing(":VOD", with: ":EVENT", in: "iframes.m3u8")
    #expect(try told(event) == [Told(rule, .error, "iframes.m3u8", 4)])
    let open = good.replacing("#EXT-X-ENDLIST\n", with: "", in: "high.m3u8")
    #expect(try told(open) == [Told("hlspack-ended-together", .warning, "high.m3u8")])
    let first = good.replacing("#EXT-X-ENDLIST\n", with: "", in: "low.m3u8")
    #expect(
      try told(first).map(\.file) == [
        "high.m3u8", "audio.m3u8", "subtitles.m3u8", "iframes.m3u8", "images.m3u8",
      ])
  }

  @Test("find one playlist named for kinds of use that exclude each other")
  func uses() throws {
    let audio = good.replacing("audio.m3u8", with: "low.m3u8", in: "")
    #expect(try told(audio) == [])
    let subtitles = good.replacing("subtitles.m3u8", with: "audio.m3u8", in: "")
    #expect(try told(subtitles) == [Told("hlspack-playlist-uses", .info, "audio.m3u8")])
  }

  @Test("find independent segments told nowhere, not everywhere, or twice")
  func independentSegments() throws {
    let rule = "apple-authoring-9.11-independent-segments"
    let tag = "#EXT-X-INDEPENDENT-SEGMENTS\n"
    let none = good.replacing(tag, with: "", in: "")
    #expect(try told(none) == [Told(rule, .error, "main.m3u8")])
    func adding(_ source: PresentationRuleSource, _ name: String) -> PresentationRuleSource {
      source.replacing("#EXT-X-VERSION:6\n", with: "#EXT-X-VERSION:6\n" + tag, in: name)
    }
    #expect(try told(adding(none, "high.m3u8")) == [Told(rule, .error, "low.m3u8")])
    #expect(try told(adding(adding(none, "high.m3u8"), "low.m3u8")) == [])
    let twice = Told("rfc8216bis-4.4.2.1-independent-segments-once", .info, "high.m3u8", 3)
    #expect(try told(adding(adding(good, "high.m3u8"), "audio.m3u8")) == [twice])
  }

  @Test(
    "ask for independent segments of a playlist that was read alone, unless it holds no video",
    arguments: [
      ("0.ts", true), ("0.m4s?x=.aac", true), ("0.aac", false), ("0.AC3?token=1", false), ("0.vtt", false),
      ("a.m4a", false), ("aac", true),
    ])
  func alone(_ name: String, _ isTold: Bool) throws {
    let text = PresentationRuleSource.main.replacing("0.ts", with: name)
    let told = RuleBook.findings(in: try PresentationRuleSource.alone(text)).map { Told($0) }
    let rule = "apple-authoring-9.11-independent-segments"
    #expect(told == (isTold ? [Told(rule, .error, "alone.m3u8")] : []))
    let frames = text.replacing("#EXT-X-PROGRAM", with: "#EXT-X-I-FRAMES-ONLY\n#EXT-X-PROGRAM")
    #expect(RuleBook.findings(in: try PresentationRuleSource.alone(frames)) == [])
  }
}
