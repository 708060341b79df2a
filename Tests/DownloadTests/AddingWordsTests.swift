import Selection
import Testing

@testable import Download

/// Words that choose what a bundle holds and what comes to it.
@Suite("Adding words")
struct AddingWordsTests {
  @Test(
    "lists grow by what is new",
    arguments: [
      (nil, ["fr"], ["default", "fr"]), (["en"], ["fr"], ["en", "fr"]),
      (["en", "fr"], ["fr"], ["en", "fr"]),
      (["none"], ["fr"], ["fr"]), (["all"], ["de"], ["all", "de"]), (["none"], ["none"], ["none"]),
    ] as [([String]?, [String], [String])])
  func audio(_ old: [String]?, _ new: [String], _ expected: [String]) {
    let words = SelectionWords(audio: old).adding(SelectionWords(audio: new))
    #expect(words.audio == expected)
  }

  @Test("no word on subtitles means the forced ones, which stay without one")
  func subtitles() {
    #expect(SelectionWords().adding(SelectionWords(subtitles: ["fr"])).subtitles == ["fr"])
    #expect(SelectionWords().adding(SelectionWords(audio: ["fr"])).subtitles == nil)
  }

  @Test("a variant comes beside the chosen one, or in place of sound alone")
  func variants() {
    let words = SelectionWords(video: ["720p"], also: ["360p"])
    #expect(words.adding(SelectionWords(video: ["360p", "1080p"])).also == ["360p", "1080p"])
    let alone = SelectionWords(video: ["none"]).adding(SelectionWords(video: ["360p", "720p"]))
    #expect(alone.video == ["360p"] && alone.also == ["720p"])
  }
}
