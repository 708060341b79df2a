import Selection
import Testing

@Suite struct RecipeTests {
  private static func recipe(_ text: String) throws -> Recipe {
    try Recipe(parsing: Array(text.utf8), name: "recipe.json")
  }

  private static func failure(_ text: String) throws -> SelectionError {
    let error = try #require(throws: SelectionError.self) { try recipe(text) }
    #expect(error.kind == .usage)
    return error
  }

  private static let full = """
    {
      "title": "Film", "artwork": "cover.jpg", "metadata": {"studio": "One\\nTwo", "year": "2026"},
      "primary": {"video": ["1080p", "height<=720"], "audio": "en,de", "subtitles": ["en", "de:sdh"],
        "angle": "all", "minBitrate": 2000000, "minSize": "1280x720", "prefersHDR": true,
        "prefersLossless": false, "prefersMultichannel": true, "fallback": true},
      "auxiliary": [{"audio": "fr"}, {"video": "worst", "minBitrate": null}],
      "optimizesAuxiliary": false,
      "policy": {"expires": "30d", "priority": "important"}
    }
    """

  @Test("a recipe says all that a person can type, and more")
  func reading() throws {
    let recipe = try Self.recipe(Self.full.replacing(", \"minBitrate\": null", with: ""))
    #expect(recipe.title == "Film" && recipe.artwork == "cover.jpg")
    #expect(recipe.metadata == ["studio": "One\nTwo", "year": "2026"])
    #expect(
      recipe.primary
        == ContentConfiguration(
          video: ["1080p", "height<=720"], minBitrate: "2000000", minSize: "1280x720", prefersHDR: true,
          prefersLossless: false, prefersMultichannel: true, audio: ["en", "de"],
          subtitles: ["en", "de:sdh"],
          angles: ["all"], fallback: true))
    #expect(
      recipe.auxiliary == [ContentConfiguration(audio: ["fr"]), ContentConfiguration(video: ["worst"])])
    #expect(recipe.optimizesAuxiliary == false)
    #expect(recipe.expires == "30d" && recipe.priority == .important)
    let words = SelectionWords(recipe: recipe)
    #expect(words.primary == recipe.primary && words.auxiliary == recipe.auxiliary)
    #expect(words.optimizesAuxiliary == false && words.also.isEmpty)
    #expect(throws: Never.self) { try words.check() }
  }

  @Test("an empty recipe says nothing")
  func empty() throws {
    #expect(try Self.recipe("{}") == Recipe())
    #expect(SelectionWords(recipe: Recipe()) == SelectionWords())
    #expect(try Self.recipe(" {\"primary\": {}, \"auxiliary\": [], \"policy\": {}} ") == Recipe())
    #expect(try Self.recipe(#"{"primary": {"minBitrate": 2.5e6}}"#).primary.minBitrate == "2500000")
    #expect(try Self.recipe(#"{"primary": {"minBitrate": "2M"}}"#).primary.minBitrate == "2M")
    #expect(try Self.recipe(#"{"policy": {"priority": "default"}}"#).priority == .standard)
  }

  @Test("the same recipe serves titles with what they have")
  func manyTitles() throws {
    let text = #"{"primary": {"video": ["2160p", "best"]}, "auxiliary": [{"video": "worst"}]}"#
    let words = SelectionWords(recipe: try Self.recipe(text))
    for title in [Titles.ladder, .ranges, .scores, .bare] {
      #expect(try choose(words, from: try title.parsed()).variants.count == 2)
    }
  }

  @Test("what is typed stands in place of what the recipe says, field by field")
  func overriding() throws {
    let recipe = try Self.recipe(Self.full.replacing(", \"minBitrate\": null", with: ""))
    let none = SelectionWords().over(recipe)
    #expect(none == SelectionWords(recipe: recipe))
    let audio = SelectionWords(also: ["480p"], audio: ["fr"], prefersHDR: false).over(recipe)
    #expect(audio.audio == ["fr"] && audio.prefersHDR == false && audio.also == ["480p"])
    #expect(audio.video == recipe.primary.video && audio.subtitles == recipe.primary.subtitles)
    #expect(audio.minBitrate == "2000000" && audio.minSize == "1280x720" && audio.fallback)
    #expect(audio.auxiliary == recipe.auxiliary && audio.optimizesAuxiliary == false)
    let video = SelectionWords(video: ["worst"], minSize: nil, optimizesAuxiliary: true).over(recipe)
    #expect(video.video == ["worst"] && video.minBitrate == nil && video.minSize == nil)
    #expect(video.optimizesAuxiliary == true && video.prefersLossless == false)
    let minimum = SelectionWords(minBitrate: "1M", auxiliary: [ContentConfiguration()]).over(recipe)
    #expect(minimum.minBitrate == "1M" && minimum.minSize == "1280x720")
    #expect(minimum.auxiliary == [ContentConfiguration()])
  }

  static let refusals: [(String, String)] = [
    ("", ":1:1: ends where a value is expected"),
    ("{\n  \"title\" \"x\"}", ":2:11: a colon is expected"),
    ("{} {}", ":1:4: more after the end of the value"),
    ("{\"title\": \"a\", \"title\": \"b\"}", ":1:16: a member name for the second time"),
    ("{\"title\": \"\\ud800\"}", ":1:18: half of a surrogate pair"),
    ("\u{FEFF}{}", ":1:1: a byte order mark or other text where a value is expected"),
    ("{\"primary\": [[[[[[[[[[]]]]]]]]]]}", ":1:20: deeper than 8 levels"),
    ("[]", ": the recipe is not an object"),
    ("null", ": the recipe is not an object"),
    ("{\"primery\": {}}", ": primery is not known"),
    ("{\"primary\": {\"vidoe\": \"best\"}}", ": primary.vidoe is not known"),
    ("{\"auxiliary\": [{}, {\"video\": \"best\", \"tittle\": 1}]}", ": auxiliary[1].tittle is not known"),
    ("{\"policy\": {\"expiry\": \"30d\"}}", ": policy.expiry is not known"),
    ("{\"a\\u0000\\u001b[31m\u{E9}\": 1}", ": a__[31m__ is not known"),
    ("{\"title\": 1}", ": title is not a string"),
    ("{\"title\": null}", ": title is not a string"),
    ("{\"title\": \"\"}", ": title is empty"),
    ("{\"title\": \"a\\nb\"}", ": title holds a control character"),
    ("{\"metadata\": []}", ": metadata is not an object"),
    ("{\"metadata\": {\"a\": {\"b\": 1}}}", ": metadata.a is not a string"),
    ("{\"metadata\": {\"a\": \"\\u001b\"}}", ": metadata.a holds a control character"),
    ("{\"metadata\": {\"\": \"x\"}}", ": metadata has a member that is no name: "),
    ("{\"primary\": \"best\"}", ": primary is not an object"),
    ("{\"primary\": {\"video\": 1080}}", ": primary.video is neither a string nor a list of strings"),
    ("{\"primary\": {\"video\": []}}", ": primary.video is an empty list"),
    ("{\"primary\": {\"video\": [\"best\", 1]}}", ": primary.video[1] is not a string"),
    ("{\"primary\": {\"video\": \"1080\"}}", ": primary.video: '1080' is no rule for a variant"),
    (
      "{\"primary\": {\"audio\": \"english\"}}",
      ": primary.audio: 'english' is neither a word of a list nor a language tag"
    ),
    (
      "{\"primary\": {\"angle\": [\"none\", \"all\"]}}", ": primary.angle: 'none' and other words in one list"
    ),
    ("{\"primary\": {\"prefersHDR\": 1}}", ": primary.prefersHDR is neither true nor false"),
    ("{\"primary\": {\"fallback\": \"yes\"}}", ": primary.fallback is neither true nor false"),
    ("{\"primary\": {\"minBitrate\": 1.5}}", ": primary.minBitrate is neither a whole number nor a string"),
    ("{\"primary\": {\"minBitrate\": -1}}", ": primary.minBitrate: '-1' is no bitrate"),
    ("{\"primary\": {\"minBitrate\": \"fast\"}}", ": primary.minBitrate: 'fast' is no bitrate"),
    ("{\"primary\": {\"minBitrate\": 1e400}}", ":1:28: a number that is too large"),
    ("{\"primary\": {\"minSize\": \"720p\"}}", ": primary.minSize: '720p' is no size"),
    ("{\"primary\": {\"minSize\": 720}}", ": primary.minSize is not a string"),
    (
      "{\"primary\": {\"video\": \"all\", \"minSize\": \"1x1\"}}",
      ": primary: 'all' and a minimum of 1x1 contradict each other"
    ),
    ("{\"auxiliary\": {}}", ": auxiliary is not a list"),
    ("{\"auxiliary\": [\"best\"]}", ": auxiliary[0] is not an object"),
    (
      "{\"auxiliary\": [{\"video\": \" None\"}]}",
      ": auxiliary[0].video: 'none' of the video is for the primary variant only"
    ),
    ("{\"optimizesAuxiliary\": \"no\"}", ": optimizesAuxiliary is neither true nor false"),
    ("{\"policy\": {\"priority\": \"urgent\"}}", ": policy.priority is urgent, which is not known"),
    ("{\"policy\": {\"expires\": 30}}", ": policy.expires is not a string"),
  ]

  @Test("what is wrong in a recipe is named with its place", arguments: refusals)
  func refusal(_ text: String, _ message: String) throws {
    #expect(try Self.failure(text).message == "recipe.json" + message)
  }

  @Test("a mistyped member has a hint")
  func hints() throws {
    #expect(try Self.failure(#"{"primary": {"vidoe": 1}}"#).hint == "did you mean 'video'?")
    #expect(try Self.failure(#"{"Primary": {}}"#).hint == "did you mean 'primary'?")
    #expect(try Self.failure(#"{"primary": {"prefersHdr": true}}"#).hint == "did you mean 'prefersHDR'?")
    #expect(try Self.failure(#"{"policy": {"x": 1}}"#).hint == "one of expires, priority")
    #expect(try Self.failure(#"{"primary": {"angles": "all"}}"#).hint == "did you mean 'angle'?")
  }

  @Test("sizes are bounded")
  func bounds() throws {
    let long = String(repeating: "a", count: 1_001)
    #expect(try Self.failure("{\"title\": \"\(long)\"}").message.hasSuffix("title is longer than 1000 bytes"))
    let stranger = try Self.failure("{\"\(long)\": 1}")
    #expect(stranger.message.utf8.count < 150 && stranger.hint != nil)
    let many = Array(repeating: "{}", count: 101).joined(separator: ",")
    #expect(
      try Self.failure("{\"auxiliary\": [\(many)]}").message.hasSuffix("has more than 100 configurations"))
    let words = Array(repeating: "\"en\"", count: 101).joined(separator: ",")
    #expect(
      try Self.failure("{\"primary\": {\"audio\": [\(words)]}}").message
        .hasSuffix("primary.audio has more than 100 elements"))
    let members = (0...100).map { "\"m\($0)\": \"x\"" }.joined(separator: ",")
    #expect(
      try Self.failure("{\"metadata\": {\(members)}}").message.hasSuffix("metadata has more than 100 members")
    )
    let large = String(repeating: " ", count: 1 << 20)
    #expect(try Self.failure(large + "{}").message.hasSuffix("longer than 1048576 bytes"))
    #expect(throws: Never.self) { try Self.recipe(large.dropLast(2) + "{}") }
  }

  @Test("text that was cut or changed anywhere is refused or read, and never ends the program")
  func mutations() {
    let bytes = Array(Self.full.utf8)
    for index in bytes.indices {
      _ = try? Recipe(parsing: Array(bytes[..<index]), name: "r")  // either will do
      var changed = bytes
      changed[index] = changed[index] &+ 1
      _ = try? Recipe(parsing: changed, name: "r")  // either will do
      changed[index] = 0xFF
      _ = try? Recipe(parsing: changed, name: "r")  // either will do
    }
  }
}
