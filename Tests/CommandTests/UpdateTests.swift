import Files
import JSON
import Support
import Testing

/// A second `build` where a bundle is.
@Suite("Updating and overwriting", .timeLimit(.minutes(10)))
struct UpdateTests {
  private func build(
    _ title: ChangingTitle, _ words: [String], as name: String = "f.movpkg", in folder: TemporaryFolder
  ) async throws -> Program.Run {
    try await Program.run(["build", "-o", name, "--title", "Film"] + words + [title.url], in: folder)
  }

  private func media(_ paths: [String: Int]) -> [String] {
    paths.keys.filter { $0.hasSuffix(".ts") || $0.hasSuffix(".vtt") }.sorted()
  }

  /// Only what tells generations and times apart may differ.
  private func equal(_ folder: TemporaryFolder, _ updated: String, _ fresh: String) throws {
    func content(_ name: String) throws -> [[UInt8]] {
      try tree(name, folder).filter { path, _ in
        !["hlspack.json", "SHA256SUMS", "state.json", "boot.xml", "index.m3u8"].contains(path)
          && !path.hasSuffix(".xml") && !path.hasSuffix("stream.json")
      }.values.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(try content(updated) == content(fresh))
  }

  @Test("an unchanged source fetches playlists alone, and changes nothing")
  func unchanged() async throws {
    let folder = try TemporaryFolder("update")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    #expect(try await build(title, ["--audio", "all"], in: folder).code == 0)
    let before = try tree("f.movpkg", folder)
    let count = title.origin.requests.count
    for words in [["--update"], ["--update", "--audio", "all"], ["--audio", "all"]] {
      let run = try await build(title, words, in: folder)
      #expect(run.code == 0 && run.output.contains("holds all"), "\(run.output) \(run.errors)")
    }
    #expect(media(title.paths(since: count)).isEmpty)
    #expect(try tree("f.movpkg", folder) == before)
  }

  @Test("segments that changed are fetched, those that did not are used again")
  func changed() async throws {
    let folder = try TemporaryFolder("update")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    #expect(try await build(title, [], in: folder).code == 0)
    title.set("/film/new1.ts", .file(TinyTitle.segment(200)))
    title.set("/film/high.m3u8", .text(ChangingTitle.playlist("high", 4, replacing: [1: "new1.ts"])))
    let refused = try await build(title, [], in: folder)
    #expect(refused.code == 2 && refused.errors.contains("new1") && refused.errors.contains("--update"))
    let count = title.origin.requests.count
    let run = try await build(title, ["--update"], in: folder)
    #expect(run.code == 0 && run.errors.contains("changed"), "\(run.errors)")
    #expect(media(title.paths(since: count)) == ["/film/new1.ts"])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try await build(title, [], as: "fresh.movpkg", in: folder).code == 0)
    try equal(folder, "f.movpkg", "fresh.movpkg")
    #expect(
      try names(in: folder.path("f.movpkg")).contains { $0.hasPrefix("0-200000-") && $0.hasSuffix("-2") })
    #expect(try names(in: folder.path).sorted() == ["f.movpkg", "fresh.movpkg"])
    // The next generation, and one that goes back in length.
    title.set("/film/high.m3u8", .text(ChangingTitle.playlist("high", 3)))
    let said = try await build(title, [], in: folder)
    #expect(
      said.code == 2 && said.errors.contains("3 segments") && said.errors.contains("--update"),
      "\(said.errors)")
    #expect(try await build(title, ["--update"], in: folder).code == 0)
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(
      try names(in: folder.path("f.movpkg")).contains { $0.hasPrefix("0-200000-") && $0.hasSuffix("-3") })
  }

  @Test("another choice is brought about: what is not chosen goes")
  func otherChoice() async throws {
    let folder = try TemporaryFolder("update")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    #expect(try await build(title, ["--audio", "en", "--subtitles", "en"], in: folder).code == 0)
    let count = title.origin.requests.count
    let words = ["--audio", "fr", "--subtitles", "none", "--video", "90p"]
    let run = try await build(title, ["--update"] + words, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      media(title.paths(since: count))
        == ((0..<4).map { "/film/fr\($0).ts" } + (0..<4).map { "/film/low\($0).ts" }).sorted())
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try await build(title, words, as: "fresh.movpkg", in: folder).code == 0)
    let paths = try files(in: folder.path("fresh.movpkg"))
    #expect(try files(in: folder.path("f.movpkg")).filter { $0 != "state.json" } == paths)
    for path in paths where path != "hlspack.json" && path != "SHA256SUMS" {
      #expect(try folder.read("f.movpkg/\(path)") == folder.read("fresh.movpkg/\(path)"), "\(path)")
    }
    let history = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))["history"]?.items
    #expect(history?.count == 2 && history?.last?["action"] == "update")
  }

  @Test("--force-overwrites builds anew and swaps; foreign folders stay")
  func force() async throws {
    let folder = try TemporaryFolder("update")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    #expect(try await build(title, [], in: folder).code == 0)
    title.set("/film/high0.ts", .file(TinyTitle.segment(77)))
    let count = title.origin.requests.count
    let run = try await build(title, ["--force-overwrites", "--audio", "fr"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(media(title.paths(since: count)).count == 8)
    #expect(try names(in: folder.path) == ["f.movpkg"])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    // A damaged one of ours is replaced too, and what is not ours never.
    try folder.write("{", to: "f.movpkg/hlspack.json")
    #expect(try await build(title, [], in: folder).code == 7)
    #expect(try await build(title, ["--force-overwrites"], in: folder).code == 0)
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    try folder.makeFolder("mine")
    try folder.write("x", to: "mine/letter.txt")
    #expect(try await build(title, ["--force-overwrites"], as: "mine", in: folder).code == 2)
    #expect(try folder.text("mine/letter.txt") == "x")
    #expect(try await build(title, ["--force-overwrites", "-w"], in: folder).code == 2)
  }
}
