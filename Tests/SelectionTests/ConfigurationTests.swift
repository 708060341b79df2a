import Playlist
import Selection
import Testing

@Suite struct ConfigurationTests {
  private func chosen(_ title: Titles, _ words: SelectionWords) throws -> Choice {
    try choose(words, from: try title.parsed())
  }

  @Test("the words of the primary configuration are those of the selection")
  func parts() {
    var words = SelectionWords(
      video: ["1080p"], audio: ["en,de"], minBitrate: "2M", minSize: "1x1", prefersHDR: true,
      prefersLossless: false, prefersMultichannel: true)
    #expect(words.primary.video == ["1080p"])
    #expect(words.primary.audio == ["en", "de"])
    #expect(words.minBitrate == "2M" && words.minSize == "1x1")
    #expect(words.prefersHDR == true && words.prefersLossless == false && words.prefersMultichannel == true)
    words.subtitles = ["none"]
    words.angles = ["all"]
    words.fallback = true
    words.minBitrate = nil
    #expect(words.primary.subtitles == ["none"] && words.primary.angles == ["all"] && words.primary.fallback)
    #expect(words.primary.minBitrate == nil)
  }

  @Test(
    "each wish is something that was asked for",
    arguments: [
      SelectionWords(minBitrate: "1"), SelectionWords(minSize: "1x1"), SelectionWords(prefersHDR: false),
      SelectionWords(prefersLossless: true), SelectionWords(prefersMultichannel: false),
      SelectionWords(auxiliary: [ContentConfiguration()]),
    ])
  func wishes(_ words: SelectionWords) { #expect(!words.isEmpty) }

  @Test("configurations are checked before there is a title")
  func checks() throws {
    for bad in [
      SelectionWords(minBitrate: "x"), SelectionWords(minSize: "1"),
      SelectionWords(video: ["all"], minSize: "1x1"), SelectionWords(also: ["none"]),
      SelectionWords(video: ["none"], also: ["best"]),
      SelectionWords(auxiliary: [ContentConfiguration(subtitles: ["x:y"])]),
      SelectionWords(auxiliary: Array(repeating: ContentConfiguration(), count: 1_001)),
    ] {
      #expect(try #require(throws: SelectionError.self) { try bad.check() }.kind == .usage)
    }
    #expect(throws: Never.self) {
      try SelectionWords(also: ["worst"], minSize: "1x1", auxiliary: [ContentConfiguration(video: ["all"])])
        .check()
    }
  }

  @Test("reasons tell what decided")
  func reasons() throws {
    func reason(_ title: Titles, _ words: SelectionWords) throws -> [String] {
      try chosen(title, words).variants.map(\.reason)
    }
    #expect(try reason(.ladder, SelectionWords(minBitrate: "1M")) == ["lowest variant of at least 1M"])
    #expect(try reason(.ladder, SelectionWords(minSize: "9999x1")) == ["highest variant: none has 9999x1"])
    #expect(try reason(.ranges, SelectionWords(prefersHDR: true)) == ["best HDR variant"])
    #expect(try reason(.ladder, SelectionWords(prefersHDR: true)) == ["best variant: none is HDR"])
    #expect(try reason(.ladder, SelectionWords(video: ["max=size"])) == ["best match of max=size"])
    #expect(
      try reason(.ladder, SelectionWords(also: ["480p"])) == ["best variant", "asked for beside it: 480p"])
    let aux = ContentConfiguration(video: ["codec=ec-3"])
    #expect(
      try reason(.authored, SelectionWords(video: ["540p,codec=mp4a"], auxiliary: [aux]))
        == [
          "best match of 540p,codec=mp4a",
          "the picture of the primary variant, with other sound or subtitles",
        ])
  }

  @Test("who gets less than was asked for, or something else, is told")
  func warnings() throws {
    func warnings(_ title: Titles, _ words: SelectionWords) throws -> [String] {
      try chosen(title, words).warnings
    }
    #expect(
      try warnings(.ladder, SelectionWords(minBitrate: "9M"))
        == ["no variant has at least 9M: the highest is taken"])
    #expect(
      try warnings(.regions, SelectionWords(subtitles: ["fr"]))
        == ["for 'fr' there are forced subtitles only"])
    #expect(
      try warnings(.regions, SelectionWords(audio: ["en-GB"], subtitles: ["none"]))
        == ["for 'en-GB' there is only sound that describes the picture"])
    #expect(try warnings(.regions, SelectionWords(audio: ["en"], subtitles: ["en"])).isEmpty)
    #expect(
      try warnings(.apart, SelectionWords(video: ["all"], audio: ["fr"]))
        == ["none of the audio asked for can be had with 1920x1080 5000000 bit/s SDR: packed without sound"])
    #expect(
      try warnings(.ladder, SelectionWords(auxiliary: [ContentConfiguration(minBitrate: "9M")])) == [
        "auxiliary configuration 1: no variant has at least 9M: the highest is taken"
      ])
  }

  @Test("what an auxiliary configuration shares with the primary one is packed once")
  func sharing() throws {
    let aux = ContentConfiguration(audio: ["en,de"])
    let choice = try chosen(.authored, SelectionWords(audio: ["en"], auxiliary: [aux, aux]))
    #expect(Set(choice.variants.map(\.variant.uri)) == ["1080"])
    #expect(choice.variants.allSatisfy { $0.role == .primary })
    #expect(Set(choice.renditions.map(\.index)).count == choice.renditions.count)
    #expect(choice.renditions.count == 6)
    #expect(choice.renditions.first { $0.rendition.language == "en" }?.reason == "asked for: en")
  }

  @Test("every chosen rendition is in a group that a chosen variant names, whatever the configurations")
  func closure() throws {
    for row in ChoiceTests.table where !row.expected.hasPrefix("2: ") && !row.expected.hasPrefix("4: ") {
      let choice = try choose(row.selection, from: try row.title.parsed())
      guard !choice.variants.isEmpty else { continue }
      for chosen in choice.renditions {
        let isNamed = choice.variants.map(\.variant).contains { chosen.rendition.isIn($0) }
        #expect(isNamed, "\(row.testDescription): \(chosen.rendition.name)")
      }
      #expect(choice.variants.first?.role == .primary, "\(row.testDescription)")
    }
  }
}
