import BundleStore
import Media
import Playlist
import Selection
import Testing

@testable import Download

@Suite struct LocalMultivariantTests {
  private static let full = multivariant(
    "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=2.5",
    "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"English\"", "# a comment", "# from https://x.example.com",
    "#EXT-X-OURS:1", "#EXT-X-OURS:URI=\"https://x.example.com\"",
    "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer\",PATHWAY-ID=\"a\"",
    "#EXT-X-SESSION-DATA:DATA-ID=\"com.example.title\",VALUE=\"Film\"",
    "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"https://keys.example.com/k\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"{$n}\",LANGUAGE=\"en\",DEFAULT=YES,"
      + "AUTOSELECT=YES,CHANNELS=\"2\",URI=\"en.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"Deutsch\",LANGUAGE=\"de\",AUTOSELECT=YES,"
      + "CHANNELS=\"2\",URI=\"de.m3u8\"",
    "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en-subs.m3u8\"",
    "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"de-subs.m3u8\"",
    "#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.42C01E,mp4a.40.2\",RESOLUTION=640x360,"
      + "AUDIO=\"aac\",SUBTITLES=\"subs\",PATHWAY-ID=\"a\"",
    "low.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=2500000,AVERAGE-BANDWIDTH=2000000,CODECS=\"avc1.64001F,mp4a.40.2\","
      + "RESOLUTION=1280x720,AUDIO=\"aac\",SUBTITLES=\"subs\",PATHWAY-ID=\"a\"",
    "high.m3u8",
    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS=\"avc1.64001F\",URI=\"frames.m3u8\"")

  /// Reads the playlist in strict mode and gives it back.
  @discardableResult
  private func strict(_ lines: [String]) throws -> MultivariantPlaylist {
    let playlist = try Title.parse(lines.joined(separator: "\n") + "\n", mode: .strict)
    #expect(playlist.warnings.isEmpty)
    return playlist
  }

  private static func media(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("#EXT-X-MEDIA") } }
  private static func streams(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("#EXT-X-STREAM-INF") || !$0.hasPrefix("#") }
  }

  @Test("subtitles that one line of a stream names are on every line of it")
  func subtitlesOfAnotherLine() throws {
    let text = multivariant(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,URI=\"en.m3u8\"",
      "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en-subs.m3u8\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,AUDIO=\"a\"", "v.m3u8",
      "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,SUBTITLES=\"s\"", "v.m3u8")
    let lines = try Title(text, SelectionWords(audio: ["en"], subtitles: ["en"])).local()
    #expect(
      Self.streams(lines) == [
        "#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,AUDIO=\"a\",SUBTITLES=\"s\"", "v.m3u8",
      ])
    #expect(Self.media(lines).count == 2)
    try strict(lines)
  }

  @Test("it names what is packed and nothing else, in the order of the source")
  func whole() throws {
    let title = try Title(Self.full, SelectionWords(video: ["720p"], audio: ["de"], subtitles: ["en"]))
    let lines = try title.local()
    #expect(
      lines == [
        "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=2.5",
        "# a comment", "#EXT-X-OURS:1",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"Deutsch\",LANGUAGE=\"de\",AUTOSELECT=YES,"
          + "CHANNELS=\"2\",URI=\"de.m3u8\",DEFAULT=YES",
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en-subs.m3u8\"",
        "#EXT-X-STREAM-INF:BANDWIDTH=2500000,AVERAGE-BANDWIDTH=2000000,CODECS=\"avc1.64001F,"
          + "mp4a.40.2\",RESOLUTION=1280x720,AUDIO=\"aac\",SUBTITLES=\"subs\"",
        "high.m3u8",
      ])
    try strict(lines)
  }

  @Test("it is the same whatever the source's line ends, and always strict")
  func lineEnds() throws {
    let words = SelectionWords(video: ["all"], audio: ["all"], subtitles: ["all"])
    let lines = try Title(Self.full, words).local()
    try strict(lines)
    let crlf = "\u{FEFF}" + Self.full.replacing("\n", with: " \r\n")
    #expect(try Title(crlf, words).local() == lines)
  }

  @Test("the primary variant stands first, whatever its place in the source")
  func primaryFirst() throws {
    let title = try Title(Self.full, SelectionWords(video: ["720p"], also: ["360p"], audio: ["en"]))
    let lines = try title.local()
    #expect(Self.streams(lines).filter { !$0.hasPrefix("#") } == ["high.m3u8", "low.m3u8"])
    #expect(title.plan.variants.first?.role == .primary)
    try strict(lines)
  }

  @Test("DEFAULT stays where it is kept, else the first kept member has it")
  func defaults() throws {
    func defaults(_ audio: String) throws -> [Bool] {
      let title = try Title(Self.full, SelectionWords(video: ["720p"], audio: [audio]))
      return try strict(title.local()).renditions.filter { $0.kind == .audio }.map(\.isDefault)
    }
    #expect(try defaults("all") == [true, false])
    #expect(try defaults("de,en") == [true, false])
    #expect(try defaults("de") == [true])
    #expect(try defaults("en") == [true])
  }

  @Test("a group without a default in the source gets none")
  func noDefault() throws {
    let text = Self.full.replacing("DEFAULT=YES,", with: "")
    let title = try Title(text, SelectionWords(video: ["720p"], audio: ["all"], subtitles: ["all"]))
    #expect(try strict(title.local()).renditions.contains(where: \.isDefault) == false)
  }

  @Test("groups of which nothing is kept go from every line")
  func groups() throws {
    let title = try Title(Self.full, SelectionWords(video: ["all"], audio: ["en"], subtitles: ["none"]))
    let playlist = try strict(title.local())
    #expect(playlist.variants.map(\.subtitles) == [nil, nil])
    #expect(playlist.variants.map(\.audio) == ["aac", "aac"])
    #expect(playlist.renditions.map(\.name) == ["English"])
  }

  private static let twoGroups = multivariant(
    "#EXT-X-VERSION:6",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,"
      + "AUTOSELECT=YES,CHANNELS=\"2\",URI=\"aac.m3u8\"",
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"ac3\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,"
      + "AUTOSELECT=YES,CHANNELS=\"6\",URI=\"ac3.m3u8\"",
    "#EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS=\"avc1.64001F,mp4a.40.2\",RESOLUTION=1280x720,AUDIO=\"aac\"",
    "v.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=2800000,CODECS=\"avc1.64001F,ac-3\",RESOLUTION=1280x720,AUDIO=\"ac3\"",
    "v.m3u8")

  @Test("two AUDIO groups of one stream are two lines to one local playlist")
  func twoAudioGroups() throws {
    let title = try Title(Self.twoGroups, SelectionWords(audio: ["all"]))
    #expect(title.plan.streams.count == 3)
    let lines = try title.local([
      "v.m3u8": [.video], "aac.m3u8": [.sound], "ac3.m3u8": [.surround],
    ])
    let playlist = try strict(lines)
    #expect(playlist.variants.map(\.uri) == ["v.m3u8", "v.m3u8"])
    #expect(Set(playlist.variants.map(\.audio)) == ["aac", "ac3"])
    for variant in playlist.variants {
      #expect(variant.codecs == ["avc1.64001F", variant.audio == "aac" ? "mp4a.40.2" : "ac-3"])
    }
  }

  @Test("a line whose group of sound is not kept gives way to one that kept its own")
  func oneAudioGroup() throws {
    let title = try Title(Self.twoGroups, SelectionWords(audio: ["all"]))
    #expect(title.plan.renditions.count == 2)
    let text = Self.twoGroups.replacing(
      "LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\"", with: "LANGUAGE=\"fr\",CHANNELS=\"2\"")
    let other = try Title(text, SelectionWords(audio: ["en"]))
    let playlist = try strict(other.local())
    #expect(playlist.variants.map(\.audio) == ["ac3"])
    #expect(playlist.renditions.map(\.groupID) == ["ac3"])
  }

  @Test("CODECS loses what is not kept")
  func cut() throws {
    let text = Self.full.replacing("mp4a.40.2", with: "mp4a.40.2,ac-3,wvtt")
    let title = try Title(text, SelectionWords(video: ["720p"], audio: ["en"], subtitles: ["none"]))
    let playlist = try strict(title.local(["high.m3u8": [.video], "en.m3u8": [.sound]]))
    #expect(playlist.variants.map(\.codecs) == [["avc1.64001F", "mp4a.40.2"]])
  }

  @Test("CODECS gains what it did not name, and is made where there is none")
  func completed() throws {
    let tracks: [String: [TrackFacts]] = ["high.m3u8": [.video], "en.m3u8": [.sound], "low.m3u8": [.video]]
    let words = SelectionWords(video: ["720p"], audio: ["en"])
    let partly = try Title(Self.full.replacing(",mp4a.40.2", with: ""), words)
    #expect(try strict(partly.local(tracks)).variants.map(\.codecs) == [["avc1.64001F", "mp4a.40.2"]])
    let none = try Title(Self.full.replacing("CODECS=\"avc1.64001F,mp4a.40.2\",", with: ""), words)
    #expect(try strict(none.local(tracks)).variants.map(\.codecs) == [["avc1.64001F", "mp4a.40.2"]])
  }

  @Test("where CODECS gains video that the source did not tell of, RESOLUTION and FRAME-RATE come with it")
  func picture() throws {
    let text = multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"", "v.m3u8")
    let found = try strict(Title(text).local(["v.m3u8": [.video, .sound]])).variants
    #expect(found.map(\.codecs) == [["mp4a.40.2", "avc1.64001F"]])
    #expect(found.first?.resolution?.width == 1280 && found.first?.frameRate == 29.97)
    var still = TrackFacts.video
    still.frameRate = nil
    #expect(try strict(Title(text).local(["v.m3u8": [still, .sound]])).variants.map(\.frameRate) == [nil])
    let told = text.replacing("CODECS", with: "RESOLUTION=640x360,FRAME-RATE=25.000,CODECS")
    let kept = try strict(Title(told).local(["v.m3u8": [.video, .sound]])).variants.first
    #expect(kept?.resolution == Resolution(width: 640, height: 360) && kept?.frameRate == 25)
    let named = text.replacing("mp4a.40.2", with: "avc1.64001F")
    #expect(try strict(Title(named).local(["v.m3u8": [.video]])).variants.map(\.resolution) == [nil])
  }

  @Test("of two starts the one that counts stays")
  func starts() throws {
    let text = multivariant(
      "#EXT-X-START:TIME-OFFSET=1,REQ-OURS=1", "#EXT-X-START:TIME-OFFSET=2",
      "#EXT-X-STREAM-INF:BANDWIDTH=1000",
      "v.m3u8")
    #expect(try strict(Title(text).local()).start?.timeOffset == 2)
  }

  @Test("CODECS stays as written where nobody could look")
  func unseen() throws {
    let title = try Title(Self.full, SelectionWords(video: ["720p"], audio: ["en"]))
    #expect(try strict(title.local()).variants.map(\.codecs) == [["avc1.64001F", "mp4a.40.2"]])
    #expect(
      try strict(title.local(["high.m3u8": [.video]])).variants.map(\.codecs) == [
        ["avc1.64001F", "mp4a.40.2"]
      ])
  }

  private static func captions(_ low: String, _ high: String) -> String {
    multivariant(
      "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"English\",LANGUAGE=\"en\","
        + "INSTREAM-ID=\"CC1\",DEFAULT=YES,AUTOSELECT=YES",
      "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"other\",NAME=\"English\",INSTREAM-ID=\"CC2\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS=\"avc1.42C01E\",CLOSED-CAPTIONS=\(low)",
      "low.m3u8",
      "#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720,CODECS=\"avc1.64001F\","
        + "CLOSED-CAPTIONS=\(high)",
      "high.m3u8")
  }

  @Test("a line without BANDWIDTH gets what was measured")
  func bandwidth() throws {
    let text = Self.full.replacing("BANDWIDTH=2500000,AVERAGE-BANDWIDTH=2000000,", with: "")
    let title = try Title(text, SelectionWords(video: ["720p"], audio: ["all"], subtitles: ["en"]))
    // Each stream was measured at 1,000: video, the busiest sound, subtitles.
    #expect(try strict(title.local()).variants.map(\.bandwidth) == [3_000])
  }

  @Test("CLOSED-CAPTIONS=NONE stands on all lines or on none")
  func captionsNone() throws {
    func values(_ text: String, _ video: String) throws -> [ClosedCaptions?] {
      try strict(Title(text, SelectionWords(video: [video])).local()).variants.map(\.closedCaptions)
    }
    let mixed = Self.captions("NONE", "\"cc\"")
    #expect(try Set(values(mixed, "all")) == [.group("cc"), nil])
    #expect(try values(mixed, "360p") == [ClosedCaptions.none])
    #expect(try values(mixed, "720p") == [.group("cc")])
    #expect(try values(Self.captions("NONE", "NONE"), "all") == [ClosedCaptions.none, ClosedCaptions.none])
  }

  @Test("captions in the video are kept with the variants that carry them, others go")
  func captionGroups() throws {
    let title = try Title(Self.captions("\"other\"", "\"cc\""), SelectionWords(video: ["720p"]))
    let playlist = try strict(title.local())
    #expect(playlist.renditions.map(\.groupID) == ["cc"])
    #expect(playlist.renditions.map(\.isDefault) == [true])
  }

  @Test("a muxed rendition stays without URI")
  func muxed() throws {
    let text = multivariant(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"fr\",LANGUAGE=\"fra\",DEFAULT=YES,AUTOSELECT=YES",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"qaa\",LANGUAGE=\"qaa\",URI=\"qaa.m3u8\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.42C01E,mp4a.40.2\",AUDIO=\"a\"", "v.m3u8")
    let playlist = try strict(Title(text, SelectionWords(audio: ["fra,qaa"])).local())
    #expect(playlist.renditions.map(\.uri) == [nil, "qaa.m3u8"])
  }

  @Test("one playlist that a variant and a rendition name is one stream, named twice")
  func sharedPlaylist() throws {
    let text = multivariant(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",DEFAULT=YES,AUTOSELECT=YES,URI=\"sound.m3u8\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\",AUDIO=\"a\"", "sound.m3u8",
      "#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS=\"avc1.42C01E,mp4a.40.2\",AUDIO=\"a\"", "v.m3u8")
    let title = try Title(text, SelectionWords(video: ["all"]))
    #expect(title.plan.streams.count == 2)
    let playlist = try strict(title.local())
    #expect(playlist.renditions.map(\.uri) == ["sound.m3u8"])
    #expect(Set(playlist.variants.map(\.uri)) == ["sound.m3u8", "v.m3u8"])
  }

  @Test("sound alone gets a line made for it")
  func soundAlone() throws {
    let title = try Title(Self.full, SelectionWords(video: ["none"], audio: ["en"], subtitles: ["de"]))
    #expect(title.choice.variants.isEmpty)
    let stream = try #require(title.plan.streams.first)
    let groups = title.plan.variants.first?.record.groups
    #expect(groups?.audio == "aac" && groups?.subtitles == "subs")
    let made = MadeMultivariant.streamLines(
      stream, rates: BitRates(of: [(bytes: 96_000, seconds: 6)], targetDuration: 6), tracks: [.sound],
      groups: groups)
    let lines = try title.local(["en.m3u8": [.sound]], made: made)
    #expect(
      Self.streams(lines) == [
        "#EXT-X-STREAM-INF:BANDWIDTH=128000,AVERAGE-BANDWIDTH=128000,CODECS=\"mp4a.40.2\","
          + "AUDIO=\"aac\",SUBTITLES=\"subs\"",
        "en.m3u8",
      ])
    #expect(try strict(lines).renditions.map(\.uri) == ["en.m3u8", "de-subs.m3u8"])
  }

  @Test("tags that may stand once stand once")
  func repeated() throws {
    let text = multivariant(
      "#EXT-X-VERSION:4", "#EXT-X-VERSION:4", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-START:TIME-OFFSET=1", "#EXT-X-START:TIME-OFFSET=1", "#EXT-X-STREAM-INF:BANDWIDTH=1000", "v.m3u8"
    )
    try strict(Title(text).local())
  }

  @Test("VERSION is raised to what stays, and never lowered")
  func version() throws {
    func version(_ head: String, _ attributes: String) throws -> Int? {
      let text = multivariant(head, "#EXT-X-STREAM-INF:BANDWIDTH=1000\(attributes)", "v.m3u8")
      return try strict(Title(text).local()).version
    }
    #expect(try version("#EXT-X-VERSION:11", "") == 11)
    #expect(try version("# no version", "") == nil)
    #expect(try version("#EXT-X-VERSION:4", ",REQ-VIDEO-LAYOUT=\"CH-STEREO\"") == 12)
  }

  @Test("no attribute leads out of the bundle")
  func attributes() throws {
    let text = multivariant(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",URI=\"a.m3u8\","
        + "X-THUMB=\"https://x.example.com/1.jpg\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO=\"a\",X-THUMB=\"https://x.example.com/1.jpg\",X-OURS=\"1\"",
      "v.m3u8")
    let lines = try Title(text, SelectionWords(audio: ["all"])).local()
    #expect(!lines.contains { $0.contains("://") })
    #expect(lines.contains { $0.contains("X-OURS=\"1\"") })
  }

  @Test(
    "a multivariant fixture that can be packed gives a strict playlist",
    arguments: Fixture.all(in: "playlists"))
  func fixtures(_ fixture: Fixture) throws {
    let text = String(decoding: fixture.bytes, as: UTF8.self)
    guard let playlist = try? Title.parse(text), !playlist.variants.isEmpty else { return }
    let words = SelectionWords(video: ["all"], audio: ["all"], subtitles: ["all"], angles: ["all"])
    let title: Title
    do { title = try Title(text, words) } catch { return }
    let lines = try title.local()
    let local = try strict(lines)
    #expect(!local.variants.isEmpty)
    #expect(!lines.contains { $0.contains("://") })
    for variant in local.variants {
      let named = [
        (variant.audio, MediaKind.audio), (variant.subtitles, .subtitles), (variant.video, .video),
      ]
      for (group, kind) in named where group != nil {
        #expect(local.renditions.contains { $0.kind == kind && $0.groupID == group })
      }
    }
  }
}

@Suite struct MadeMultivariantTests {
  private func made(_ tracks: [TrackFacts], _ rates: BitRates) throws -> String {
    let stream = try Planned(vod("#EXTINF:6,", "a.ts")).stream
    let text = String(
      decoding: MadeMultivariant.serialized(stream, rates: rates, tracks: tracks), as: UTF8.self)
    _ = try Title.parse(text, mode: .strict)
    return text.replacing("\(stream.folder.text)/", with: "")
  }

  private let rates = BitRates(
    of: [(bytes: 750_000, seconds: 6), (bytes: 1_500_000, seconds: 6)], targetDuration: 6)

  @Test("a bare media playlist gets one line of what was measured")
  func measured() throws {
    #expect(
      try made([.video, .sound, .sound], rates) == """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.64001F,mp4a.40.2",\
        RESOLUTION=1280x720,FRAME-RATE=29.970
        playlist.m3u8

        """)
  }

  @Test("what nobody could see is not claimed")
  func unknown() throws {
    #expect(
      try made([], BitRates(of: [], targetDuration: 6))
        == "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=1\nplaylist.m3u8\n")
  }

  @Test("of several sizes and rates the largest count; frame rates have three decimals")
  func largest() throws {
    var small = TrackFacts.video
    small.width = 640
    small.height = 360
    small.frameRate = 59.9996
    let text = try made([small, .video], rates)
    #expect(text.contains("RESOLUTION=1280x720,FRAME-RATE=60.000"))
    small.frameRate = 24.005
    #expect(try made([small], rates).contains("RESOLUTION=640x360,FRAME-RATE=24.005"))
    small.frameRate = 0
    small.width = nil
    #expect(try !made([small], rates).contains("RATE=0"))
  }
}
