import Files
import JSON
import Support
import Testing

/// `hlspack remove` on real titles: what is left is what `build` would have made of the smaller choice.
@Suite("Removing", .serialized)
struct RemoveTests {
  /// A title packed whole and cut down, and the same title packed small.
  struct Case: Sendable, CustomTestStringConvertible {
    let recipe: Recipe
    let whole: [String]
    let removed: [String]
    let small: [String]
    /// Members of the manifest in which the two may differ, beside those that tell what was done.
    var differing: Set<String> = []

    var testDescription: String { "\(recipe.rawValue) without \(removed.joined(separator: " "))" }
  }

  static let everything = ["--video", "all", "--audio", "all", "--subtitles", "all"]
  static let pictures = ["--video", "all", "--audio", "all"]

  static let cases: [Case] = [
    Case(
      recipe: .subtitles, whole: everything, removed: ["--audio", "fr", "--subtitles", "en"],
      small: ["--video", "all", "--audio", "en", "--subtitles", "fr"]),
    Case(
      recipe: .subtitles, whole: everything, removed: ["--audio", "en", "--subtitles", "all"],
      small: ["--video", "all", "--audio", "fr", "--subtitles", "none"]),
    Case(
      recipe: .subtitles, whole: everything, removed: ["--audio", "all"],
      small: ["--video", "all", "--audio", "none", "--subtitles", "all"]),
    Case(
      recipe: .subtitles, whole: ["--video", "180p", "--also", "90p"], removed: ["--video", "180p"],
      small: ["--video", "90p"]),
    Case(
      recipe: .subtitles, whole: everything, removed: ["--video", "all", "--last-video"],
      small: ["--video", "none", "--audio", "all", "--subtitles", "all"]),
    Case(
      recipe: .transportStreams, whole: pictures, removed: ["--video", "worst"],
      small: ["--video", "180p", "--audio", "all"]),
    Case(
      recipe: .byteRanges, whole: pictures, removed: ["--video", "height<=90", "--audio", "fr"],
      small: ["--video", "180p", "--audio", "en"]),
    Case(
      recipe: .fragmentedMP4, whole: pictures, removed: ["--video", "height>90"],
      small: ["--video", "90p", "--audio", "all"]),
    Case(
      recipe: .packedAudio, whole: pictures, removed: ["--audio", "fr"],
      small: ["--video", "all", "--audio", "en"]),
    Case(
      recipe: .rotatedKeys, whole: pictures, removed: ["--audio", "fr"],
      small: ["--video", "all", "--audio", "en"]),
    Case(
      recipe: .shakaFragmentedMP4, whole: everything + ["--trick-play"], removed: ["--video", "180p"],
      small: ["--video", "90p", "--audio", "all", "--subtitles", "all", "--trick-play"]),
    Case(
      recipe: .shakaTransportStreams, whole: pictures + ["--trick-play"], removed: ["--audio", "en"],
      small: ["--video", "all", "--audio", "fr", "--trick-play"]),
    Case(
      recipe: .shakaTwoCodecs, whole: everything,
      removed: ["--video", "codec=ac3", "--subtitles", "fr"],
      small: ["--video", "all,codec=aac", "--audio", "all", "--subtitles", "en"]),
    Case(
      recipe: .shakaTwoCodecs, whole: everything, removed: ["--audio", "fr", "--video", "90p"],
      small: ["--video", "180p", "--audio", "en", "--subtitles", "all"]),
  ]

  @Test("what is left equals what build makes of the smaller choice", arguments: cases)
  func equal(_ test: Case) async throws {
    let folder = try TemporaryFolder("remove")
    let title = try await Producers.title(test.recipe)
    try await pack(title, test.whole, as: "cut.movpkg", in: folder)
    try await pack(title, test.small, as: "small.movpkg", in: folder)
    let dry = try await Program.run(["remove", "--json", "-s", "cut.movpkg"] + test.removed, in: folder)
    let run = try await Program.run(["remove", "--json", "cut.movpkg"] + test.removed, in: folder)
    try #require(run.code == 0 && dry.code == 0, "\(run.errors)")
    #expect(try dry.lines().dropLast() == run.lines().dropLast())
    let verified = try await Program.run(["verify", "cut.movpkg"], in: folder)
    #expect(verified.code == 0 && !verified.output.contains("warning"), "\(verified.output)")
    #expect(try await Program.sumsFaults(in: folder.path("cut.movpkg")) == [])
    try compare(folder, differing: test.differing)
    try await play(
      folder.path("cut.movpkg"), hasVideo: test.recipe.hasVideo && !test.removed.contains("--last-video"))
  }

  /// The removal is a line of history and other words of selection; all else is the same, byte for byte.
  private func compare(_ folder: TemporaryFolder, differing: Set<String>) throws {
    let told: Set<String> = ["history", "selection", "createdAt"]
    func members(_ name: String) throws -> [String: JSONValue] {
      let manifest = try JSONReader.parse(try folder.read("\(name)/hlspack.json"))
      return try #require(manifest.members).filter { !told.union(differing).contains($0.key) }
    }
    let (cut, small) = (try members("cut.movpkg"), try members("small.movpkg"))
    for key in Set(cut.keys).union(small.keys).sorted() {
      #expect(cut[key] == small[key], "\(key)")
    }
    let paths = try files(in: folder.path("small.movpkg"))
    #expect(try files(in: folder.path("cut.movpkg")).filter { $0 != "state.json" } == paths)
    #expect(try folder.text("cut.movpkg/index.m3u8") == folder.text("small.movpkg/index.m3u8"))
    for path in paths where path != "hlspack.json" && path != "SHA256SUMS" {
      #expect(try folder.read("cut.movpkg/\(path)") == folder.read("small.movpkg/\(path)"), "\(path)")
    }
    func sums(_ name: String) throws -> [Substring] {
      try folder.text("\(name)/SHA256SUMS").split(separator: "\n").filter { !$0.hasSuffix("  hlspack.json") }
    }
    #expect(try sums("cut.movpkg") == sums("small.movpkg"))
  }

  private func play(_ bundle: String, hasVideo: Bool) async throws {
    let packets = try await Players.packets(of: "\(bundle)/index.m3u8", by: .newer)
    #expect(!packets.streams.isEmpty)
    if hasVideo { #expect(try await !Players.frames(of: "\(bundle)/index.m3u8").digests.isEmpty) }
  }

  private func pack(
    _ title: Title, _ words: [String], as name: String, in folder: TemporaryFolder
  ) async throws {
    let run = try await Program.run(
      ["build", "-q", "--title", "Film", "-o", name] + words + [title.path], in: folder)
    try #require(run.code == 0, "\(words): \(run.errors)")
  }

  private func packed(_ folder: TemporaryFolder) async throws {
    try await pack(try await Producers.title(.subtitles), Self.everything, as: "f.movpkg", in: folder)
  }

  // MARK: - Words

  @Test("events, the summary, history, and words of selection that do not bring it back")
  func told() async throws {
    let folder = try TemporaryFolder("remove")
    try await packed(folder)
    let run = try await Program.run(
      ["remove", "--json", "--audio", "fr", "--video", "90p", "f.movpkg"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let events = try run.lines().filter { $0["type"] == "removed" }
    #expect(events.allSatisfy { $0["reason"] == "remove" && ($0["bytes"]?.int ?? 0) > 0 })
    let paths = events.compactMap { $0["path"]?.text }
    #expect(
      paths.count == 4 && paths.count { $0.hasPrefix("0-") } == 1 && paths.count { $0.hasPrefix("1-") } == 1)
    #expect(try run.summary()["bundle"] == "f.movpkg")
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    let last = manifest["history"]?.items?.last
    #expect(last?["action"] == "remove" && last?["note"] == "audio fr; video 90p")
    #expect(manifest["selection"]?["audio"] == ["en"] && manifest["selection"]?["subtitles"] == ["all"])
    let rule = try #require(manifest["selection"]?["video"]?.items?.first?.text)
    let planned = try await Program.run(
      ["build", "-s", "--json", "--video", rule, try await Producers.title(.subtitles).path], in: folder)
    #expect(try planned.lines().first?["variants"]?.items?.first?["resolution"]?["height"] == 180)
    let shown = try await Program.run(["show", "--json", "f.movpkg"], in: folder).lines().first
    #expect(shown?["playableOffline"] == true && shown?["variants"]?.items?.count == 1)
  }

  @Test("people read what goes and how much room that makes; a dry run changes nothing")
  func words() async throws {
    let folder = try TemporaryFolder("remove")
    try await packed(folder)
    let before = try tree("f.movpkg", folder)
    let dry = try await Program.run(["remove", "--dry-run", "--subtitles", "en", "f.movpkg"], in: folder)
    #expect(dry.code == 0 && dry.output.contains("would remove subtitles en"), "\(dry.output)")
    #expect(dry.output.contains("would be freed"))
    #expect(try tree("f.movpkg", folder) == before)
    let quiet = try await Program.run(["remove", "-q", "--subtitles", "en", "f.movpkg"], in: folder)
    #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    let loud = try await Program.run(["remove", "-v", "--subtitles", "fr", "f.movpkg"], in: folder)
    #expect(loud.code == 0 && loud.output.contains("removed subtitles fr") && loud.errors.contains("2-0-"))
  }

  @Test("what names nothing is an error that lists what there is, and changes nothing")
  func nothing() async throws {
    let folder = try TemporaryFolder("remove")
    try await packed(folder)
    let before = try tree("f.movpkg", folder)
    for (words, code, text) in [
      (["--audio", "de"], 4, "audio fr"), (["--audio", "en", "--subtitles", "de"], 4, "subtitles en"),
      (["--video", "1080p"], 4, "320x180"), (["--audio", "en", "--video", "height>200"], 4, "160x90"),
      (["--video", "none"], 2, "names no variant"), (["--audio", "e n"], 2, "neither"), ([], 2, "--audio"),
      (["--video", "all"], 2, "--last-video"),
      (["--video", "all", "--last-video", "--audio", "all"], 2, "nothing would be left"),
    ] as [([String], Int32, String)] {
      let run = try await Program.run(["remove", "f.movpkg"] + words, in: folder)
      #expect(run.code == code && run.errors.contains(text), "\(words): \(run.code) \(run.errors)")
      #expect(try tree("f.movpkg", folder) == before)
    }
    let none = try await Program.run(["remove", "--audio", "none", "f.movpkg"], in: folder)
    #expect(none.code == 0 && none.output.contains("nothing more"))
    #expect(try await Program.run(["remove", "--audio", "fr", "f.movpkg"], in: folder).code == 0)
    #expect(try await Program.run(["remove", "--audio", "fr", "f.movpkg"], in: folder).code == 4)
  }

  @Test("keys that nothing needs go, and those that are needed keep their names")
  func keys() async throws {
    let folder = try TemporaryFolder("remove")
    try await pack(try await Producers.title(.rotatedKeys), Self.pictures, as: "f.movpkg", in: folder)
    let before = try names(in: folder.path("f.movpkg/keys"))
    let run = try await Program.run(["remove", "--video", "90p", "--audio", "fr", "f.movpkg"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try Set(names(in: folder.path("f.movpkg/keys"))).isSubset(of: before))
    let shown = try await Program.run(["show", "--json", "f.movpkg"], in: folder).lines().first
    #expect(shown?["playableOffline"] == true)
    #expect(try await !Players.frames(of: folder.path("f.movpkg/index.m3u8")).digests.isEmpty)
  }
}

/// Content of every file of a bundle, by path.
func tree(_ name: String, _ folder: TemporaryFolder) throws -> [String: [UInt8]] {
  var tree: [String: [UInt8]] = [:]
  for path in try files(in: folder.path(name)) { tree[path] = try folder.read("\(name)/\(path)") }
  return tree
}
