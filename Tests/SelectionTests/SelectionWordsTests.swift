import Playlist
import Selection
import Testing

@Suite struct SelectionWordsTests {
  @Test("lists are split at commas, given once or several times, and a backslash keeps a comma")
  func splitting() {
    let words = SelectionWords(audio: ["en, fr ", "name=One\\, two,de"], subtitles: [])
    #expect(words.audio == ["en", "fr", "name=One, two", "de"])
    #expect(words.subtitles == [])
    #expect(words.angles == nil)
    #expect(!words.isEmpty)
    #expect(SelectionWords(fallback: true).isEmpty)
    #expect(SelectionWords(audio: ["a\\b\\"]).audio == ["a\\b\\"])
  }

  @Test("words are checked before there is a title")
  func checking() throws {
    let good = SelectionWords(
      video: ["1080p", "height<=720,codec=hvc1"], also: ["worst"], audio: ["en,fr-CA:original"],
      subtitles: ["none"],
      angles: ["all"])
    #expect(throws: Never.self) { try good.check() }
    for bad in [
      SelectionWords(video: ["1080"]), SelectionWords(also: ["x=1"]), SelectionWords(audio: ["english"]),
      SelectionWords(subtitles: ["en:x"]), SelectionWords(angles: [""]),
    ] {
      let error = try #require(throws: SelectionError.self) { try bad.check() }
      #expect(error.kind == .usage)
    }
  }

  @Test("an error names the word and lists what there is")
  func errors() throws {
    let error = try #require(throws: SelectionError.self) {
      try choose(SelectionWords(audio: ["de"]), from: try Titles.groups.parsed())
    }
    #expect(error.kind == .nothingMatches)
    #expect(error.message == "no audio for 'de'")
    #expect(
      error.available == [
        "audio en \"English\"", "audio fra \"Français\"", "audio en:describes-video \"English described\"",
      ])
    #expect(error.description.hasPrefix("no audio for 'de'; there is: audio en \"English\"; audio fra"))
    #expect(error.hint != nil)
    let subtitles = try #require(throws: SelectionError.self) {
      try choose(SelectionWords(subtitles: ["it"]), from: try Titles.groups.parsed())
    }
    #expect(
      subtitles.available == [
        "subtitles en \"English\"", "subtitles en:sdh \"English SDH\"",
        "subtitles en:forced \"English forced\"",
        "subtitles fr:forced \"French forced\"", "subtitles de \"Deutsch\"",
      ])
    let variant = try #require(throws: SelectionError.self) {
      try choose(SelectionWords(video: ["2160p"]), from: try Titles.ladder.parsed())
    }
    #expect(variant.available.first == "854x480 1200000 bit/s 29.97 fps SDR avc1.4d401e,mp4a.40.2")
    #expect(variant.available.last == "no size told 64000 bit/s mp4a.40.2")
  }

  @Test("a long list of what there is is cut")
  func longLists() throws {
    let media = (0..<500).map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\($0)\",URI=\"\($0)\"" }
    let text = (["#EXTM3U"] + media + ["#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"", "v", ""]).joined(
      separator: "\n")
    let playlist = try Titles.parsed(text, name: "long")
    let error = try #require(throws: SelectionError.self) {
      try choose(SelectionWords(audio: ["fr"]), from: playlist)
    }
    #expect(error.available.count == 101)
    #expect(error.available.last == "and 400 more")
  }

  @Test("a playlist without variants has nothing to choose")
  func noVariants() throws {
    let text = "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",URI=\"a\"\n"
    let playlist = try Titles.parsed(text, name: "empty")
    let error = try #require(throws: SelectionError.self) { try choose(SelectionWords(), from: playlist) }
    #expect(error.message == "the playlist has no variant")
  }

  @Test("reasons are sentences a person can read")
  func reasons() throws {
    func variants(_ title: Titles, _ words: SelectionWords) throws -> [String] {
      try choose(words, from: try title.parsed()).variants.map(\.reason)
    }
    #expect(try variants(.ranges, SelectionWords()) == ["best SDR variant"])
    #expect(try variants(.ladder, SelectionWords()) == ["best variant"])
    #expect(try variants(.muxed, SelectionWords()) == ["only variant"])
    #expect(try variants(.sound, SelectionWords()) == ["best variant: the title has no picture"])
    #expect(try variants(.ladder, SelectionWords(video: ["worst"])) == ["worst variant"])
    #expect(try variants(.ladder, SelectionWords(video: ["height<=720"])) == ["best match of height<=720"])
    #expect(try variants(.ladder, SelectionWords(video: ["none"])) == ["sound alone, as asked for"])
    #expect(
      try variants(.authored, SelectionWords())
        == ["best variant", "the same video with the audio group 'ac3'"])
    #expect(
      try variants(.apart, SelectionWords(audio: ["fr"]))
        == ["best variant, with the sound and subtitles asked for"])
    let passed = try choose(SelectionWords(audio: ["fr"]), from: try Titles.apart.parsed())
    #expect(passed.warnings == ["a better variant is passed over: no audio for 'fr'"])
    let choice = try choose(SelectionWords(), from: try Titles.groups.parsed())
    #expect(
      choice.renditions.map(\.reason) == [
        "default audio", "forced subtitles of the chosen audio", "closed captions inside the video",
      ])
    #expect(Set(choice.leftOut.map(\.reason)) == ["left out: not asked for"])
    let apart = try choose(SelectionWords(), from: try Titles.apart.parsed())
    #expect(apart.leftOut.last?.reason == "left out: no chosen variant names its group")
    let fallback = try choose(
      SelectionWords(video: ["2160p"], fallback: true), from: try Titles.ladder.parsed())
    #expect(fallback.warnings == ["no variant matches '2160p': the default choice is taken"])
  }

  @Test("the same variant from several sources is one, with the others beside it")
  func alternatives() throws {
    let choice = try choose(SelectionWords(), from: try Titles.redundant.parsed())
    #expect(choice.variants.map(\.index) == [2])
    #expect(choice.variants.first?.alternatives == [3, 4])
    let paths = try choose(SelectionWords(video: ["all"]), from: try Titles.pathways.parsed())
    #expect(paths.variants.map(\.alternatives) == [[3], [2]])
  }

  @Test(
    "a title of absurd size is chosen from in little time", .timeLimit(.minutes(10)),
    arguments: [true, false])
  func sizes(_ isOneStream: Bool) throws {
    let playlist = try Titles.parsed(Self.crowd(1_000, isOneStream: isOneStream), name: "large")
    for words in [SelectionWords(video: ["all"], audio: ["all"]), SelectionWords(audio: ["*"])] {
      #expect(try !choose(words, from: playlist).variants.isEmpty)
    }
    #expect(throws: SelectionError.self) { try choose(SelectionWords(audio: ["fr"]), from: playlist) }
  }

  @Test("a title beyond all sizes is refused")
  func tooLarge() throws {
    let playlist = try Titles.parsed(Self.crowd(10_001, isOneStream: true), name: "larger")
    let error = try #require(throws: SelectionError.self) { try choose(SelectionWords(), from: playlist) }
    #expect(error.message == "the playlist has more than 10000 variants or renditions")
  }

  /// As many sounds in ten groups, and as many variants that name them.
  private static func crowd(_ count: Int, isOneStream: Bool) -> String {
    var lines = ["#EXTM3U"]
    for index in 0..<count {
      lines.append(TitleText.sound("g\(index % 10)", "\(index)", nil))
      lines.append(TitleText.variant(isOneStream ? "v" : "v\(index)", index + 1, audio: "g\(index % 10)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
