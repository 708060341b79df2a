import Files
import JSON
import Support
import Testing

/// `hlspack augment` on real titles: what comes of it is what `build` makes of all the words at once.
@Suite("Augmenting", .serialized, .timeLimit(.minutes(20)))
struct AugmentTests {
  /// A title packed small and grown, and the same title packed whole at once.
  struct Case: Sendable, CustomTestStringConvertible {
    let recipe: Recipe
    let small: [String]
    let added: [String]
    let whole: [String]

    var testDescription: String { "\(recipe.rawValue) with \(added.joined(separator: " "))" }
  }

  static let cases: [Case] = [
    Case(
      recipe: .subtitles, small: ["--video", "180p", "--audio", "en", "--subtitles", "none"],
      added: ["--add-subtitles", "fr"], whole: ["--video", "180p", "--audio", "en", "--subtitles", "fr"]),
    Case(
      recipe: .subtitles, small: ["--video", "all", "--audio", "en", "--subtitles", "fr"],
      added: ["--add-audio", "fr", "--add-subtitles", "all"],
      whole: ["--video", "all", "--audio", "en,fr", "--subtitles", "fr,all"]),
    Case(recipe: .subtitles, small: [], added: ["--add-audio", "fr"], whole: ["--audio", "default,fr"]),
    Case(
      recipe: .subtitles, small: ["--video", "180p"], added: ["--add-variant", "90p"],
      whole: ["--video", "180p", "--also", "90p"]),
    Case(
      recipe: .subtitles, small: ["--video", "none", "--audio", "en"], added: ["--add-variant", "90p"],
      whole: ["--video", "90p", "--audio", "en"]),
    Case(
      recipe: .transportStreams, small: ["--video", "180p"], added: ["--add-variant", "worst"],
      whole: ["--video", "180p", "--also", "worst"]),
    Case(
      recipe: .byteRanges, small: ["--video", "180p", "--audio", "en"],
      added: ["--add-audio", "fr", "--add-variant", "90p"],
      whole: ["--video", "180p", "--also", "90p", "--audio", "en,fr"]),
    Case(
      recipe: .fragmentedMP4, small: ["--video", "180p", "--audio", "en"], added: ["--add-audio", "all"],
      whole: ["--video", "180p", "--audio", "en,all"]),
    Case(
      recipe: .packedAudio, small: ["--audio", "en"], added: ["--add-audio", "fr"],
      whole: ["--audio", "en,fr"]),
    Case(
      recipe: .rotatedKeys, small: ["--video", "all", "--audio", "en"], added: ["--add-audio", "fr"],
      whole: ["--video", "all", "--audio", "en,fr"]),
    Case(
      recipe: .rotatedKeys, small: ["--keys", "decrypt", "--video", "all", "--audio", "en"],
      added: ["--add-audio", "fr"], whole: ["--keys", "decrypt", "--video", "all", "--audio", "en,fr"]),
    Case(
      recipe: .shakaFragmentedMP4, small: ["--video", "180p", "--trick-play"],
      added: ["--add-variant", "90p", "--add-subtitles", "all"],
      whole: ["--video", "180p", "--also", "90p", "--subtitles", "all", "--trick-play"]),
    Case(
      recipe: .shakaTwoCodecs, small: ["--video", "180p,codec=aac", "--audio", "en"],
      added: ["--add-audio", "fr", "--add-variant", "90p"],
      whole: ["--video", "180p,codec=aac", "--also", "90p", "--audio", "en,fr"]),
  ]

  @Test("the bundle equals the one that is built at once", arguments: cases)
  func equal(_ test: Case) async throws {
    let folder = try TemporaryFolder("augment")
    let title = try await Producers.title(test.recipe)
    try await pack(title, test.small, as: "grown.movpkg", in: folder)
    try await pack(title, test.whole, as: "whole.movpkg", in: folder)
    let before = try tree("grown.movpkg", folder)
    let run = try await Program.run(["augment", "--json", "grown.movpkg"] + test.added, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let verified = try await Program.run(["verify", "grown.movpkg"], in: folder)
    #expect(verified.code == 0 && !verified.output.contains("warning"), "\(verified.output)")
    #expect(try await Program.sumsFaults(in: folder.path("grown.movpkg")) == [])
    try compare(folder)
    let after = try tree("grown.movpkg", folder)
    // What was there of streams and keys is there still, untouched.
    for (path, bytes) in before where path.contains("/") { #expect(after[path] == bytes, "\(path)") }
    #expect(
      try Set(Folder.open(folder.path).entries()).subtracting(["grown.movpkg", "whole.movpkg"]).isEmpty)
    let again = try await Program.run(["augment", "grown.movpkg"] + test.added, in: folder)
    #expect(again.code == 0 && again.output.contains("holds all"), "\(again.output) \(again.errors)")
    #expect(
      try tree("grown.movpkg", folder).filter { $0.key != "state.json" }
        == after.filter { $0.key != "state.json" })
    let packets = try await Players.packets(of: folder.path("grown.movpkg/index.m3u8"), by: .newer)
    #expect(!packets.streams.isEmpty)
  }

  private func compare(_ folder: TemporaryFolder) throws {
    let told: Set<String> = ["history", "selection", "createdAt"]
    func members(_ name: String) throws -> [String: JSONValue] {
      let manifest = try JSONReader.parse(try folder.read("\(name)/hlspack.json"))
      return try #require(manifest.members).filter { !told.contains($0.key) }
    }
    let (grown, whole) = (try members("grown.movpkg"), try members("whole.movpkg"))
    for key in Set(grown.keys).union(whole.keys).sorted() { #expect(grown[key] == whole[key], "\(key)") }
    #expect(try folder.text("grown.movpkg/index.m3u8") == folder.text("whole.movpkg/index.m3u8"))
    let paths = try files(in: folder.path("whole.movpkg"))
    #expect(try files(in: folder.path("grown.movpkg")).filter { $0 != "state.json" } == paths)
    for path in paths where path != "hlspack.json" && path != "SHA256SUMS" {
      #expect(try folder.read("grown.movpkg/\(path)") == folder.read("whole.movpkg/\(path)"), "\(path)")
    }
  }

  private func pack(
    _ title: Title, _ words: [String], as name: String, in folder: TemporaryFolder
  ) async throws {
    let run = try await Program.run(
      ["build", "-q", "--title", "Film", "-o", name] + words + [title.path], in: folder)
    try #require(run.code == 0, "\(words): \(run.errors)")
  }
}
