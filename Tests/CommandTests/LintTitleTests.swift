import JSON
import Support
import Testing

/// lint on real titles, and on what build makes of them.
@Suite("lint of real titles", .serialized)
struct LintTitleTests {
  /// The rules that are broken, by severity "error".
  private func errors(_ run: Program.Run) throws -> Set<String> {
    Set(
      try run.lines().filter { $0["type"] == "finding" && $0["severity"] == "error" }
        .compactMap { $0["rule"]?.text })
  }

  @Test("a bundle has no error that its source does not have", arguments: Recipe.allCases)
  func bundle(recipe: Recipe) async throws {
    let folder = try TemporaryFolder("lint")
    let title = try await Producers.title(recipe)
    let origin = try await Nginx.start(serving: title.folder)
    let url = origin.url("/\(recipe.entry)")
    let source = try await Program.run(["lint", "--json", url], in: folder)
    let known = try errors(source)
    #expect(source.code == (known.isEmpty ? 0 : 5), "\(source.errors)")
    for words in [[], ["--video", "all", "--audio", "all", "--subtitles", "all"]] {
      if !words.isEmpty, recipe.entry != "master.m3u8" { continue }
      let run = try await Program.run(
        ["build", "-o", "b\(words.count).movpkg"] + words + [url],
        in: folder)
      try #require(run.code == 0, "\(run.errors)")
      for strictness in [[], ["--strict"]] {
        let lint = try await Program.run(
          ["lint", "--json"] + strictness + ["b\(words.count).movpkg"], in: folder)
        let added = try errors(lint).subtracting(known)
        #expect(added.isEmpty, "\(words) \(strictness): \(lint.output)")
      }
      let served = try await Nginx.start(serving: folder.path)
      let lint = try await Program.run(
        ["lint", "--json", served.url("/b\(words.count).movpkg/index.m3u8")], in: folder)
      #expect(try errors(lint).subtracting(known).isEmpty, "served: \(lint.output)")
      await served.stop()
    }
    await origin.stop()
  }
}
