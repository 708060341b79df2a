import JSON
import Support
import Testing

@Suite("Choosing on the command line and by a recipe")
struct RecipeTests {
  private func plan(_ arguments: [String], in folder: TemporaryFolder) async throws -> JSONValue {
    let run = try await Program.run(["build", "-s", "--json"] + arguments + [Sample.source], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    return try #require(try run.lines().first { $0["type"] == "plan" })
  }

  private func heights(_ plan: JSONValue) -> [Int64] {
    plan["variants"]?.items?.compactMap { $0["resolution"]?["height"]?.int } ?? []
  }

  private func languages(_ plan: JSONValue) -> [String] {
    plan["renditions"]?.items?.compactMap { $0["language"]?.text } ?? []
  }

  @Test("minima take the lowest variant that is enough, --also one more beside it")
  func words() async throws {
    let folder = try TemporaryFolder("recipe")
    #expect(heights(try await plan(["--min-bitrate", "50k"], in: folder)) == [90])
    #expect(heights(try await plan(["--min-size", "300x100"], in: folder)) == [180])
    #expect(heights(try await plan(["--min-size", "4000x3000"], in: folder)) == [180])
    let both = try await plan(["--also", "worst"], in: folder)
    #expect(heights(both) == [180, 90])
    #expect(both["variants"]?.items?.compactMap { $0["role"]?.text } == ["primary", "auxiliary"])
    let wrong = try await Program.run(
      ["build", "-s", "--video", "worst", "--min-bitrate", "1M", Sample.source], in: folder)
    #expect(wrong.code == 2, "\(wrong.errors)")
  }

  @Test("a recipe chooses, names and sets the policy; what is typed goes before it")
  func recipe() async throws {
    let folder = try TemporaryFolder("recipe")
    try folder.write(
      """
      {"title": "A film", "metadata": {"studio": "S", "year": "1"}, "policy": {"expires": "30d", "priority": "important"},
       "primary": {"video": "best", "audio": "en"}, "auxiliary": [{"audio": "fr"}]}
      """, to: "r.json")
    let plan = try await plan(["--recipe", "r.json"], in: folder)
    #expect(plan["title"] == "A film" && heights(plan) == [180] && languages(plan) == ["en", "fr"])
    let run = try await Program.run(
      [
        "build", "-o", "f.movpkg", "--recipe", "r.json", "--subtitles", "fr", "--metadata", "year=2",
        Sample.source,
      ], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["metadata"] == ["studio": "S", "year": "2"])
    #expect(manifest["policy"]?["priority"] == "important")
    #expect(manifest["policy"]?["expiresAt"]?.text?.isEmpty == false)
    #expect(manifest["selection"]?["auxiliary"]?.items?.count == 1)
    #expect(manifest["selection"]?["subtitles"] == ["fr"])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test(
    "a recipe that says what no recipe may say is refused with its place",
    arguments: [
      ("{\"primary\": {\"vidoe\": \"best\"}}", "primary.vidoe is not known"),
      ("{\"policy\": {\"expires\": \"soon\"}}", "policy.expires"), ("[1]", "r.json"), ("{", "r.json:1:"),
    ])
  func refused(_ text: String, _ reason: String) async throws {
    let folder = try TemporaryFolder("recipe")
    try folder.write(text, to: "r.json")
    let run = try await Program.run(["build", "--recipe", "r.json", Sample.source], in: folder)
    #expect(run.code == 2 && run.errors.contains(reason), "\(run.errors)")
  }

  @Test("a language that is not there is an error that lists what there is")
  func noLanguage() async throws {
    let folder = try TemporaryFolder("recipe")
    let run = try await Program.run(["build", "--subtitles", "de", Sample.source], in: folder)
    #expect(run.code == 4 && run.errors.contains("fr") && run.errors.contains("en"), "\(run.errors)")
    #expect(try files(in: folder.path).isEmpty)
  }
}
