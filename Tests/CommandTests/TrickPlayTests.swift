import Files
import JSON
import Playlist
import Support
import Testing

/// `build --trick-play` on real titles: I-frame playlists over segments that are packed.
@Suite("Trick play", .serialized)
struct TrickPlayTests {
  /// The local I-frame playlists, as paths in the bundle.
  private func frames(in bundle: String) throws -> [String] {
    try files(in: bundle).filter { $0.hasPrefix("4-") && $0.hasSuffix("/playlist.m3u8") }
  }

  /// The bytes of each initialization section and segment of a media playlist on this machine.
  private func parts(of playlist: String) throws -> [[UInt8]] {
    let folder = FilePath.parent(playlist)
    func read(_ uri: String, _ range: ByteRange?) throws -> [UInt8] {
      let file = try OpenFile.open(FilePath.join(folder, uri))
      let bytes = try file.readAll(limit: 16 << 20)
      return range.map { Array(bytes[Int($0.offset)..<Int($0.end)]) } ?? bytes
    }
    let text = try OpenFile.open(playlist).readAll(limit: 1 << 20)
    guard case .media(let media) = try PlaylistParser(name: "frames").parse(text) else { return [] }
    return try media.initializations.map { try read($0.uri, $0.byteRange) }
      + media.segments.map { try read($0.uri, $0.byteRange) }
  }

  @Test(
    "frames lie in packed segments, are the origin's byte for byte, and nothing points outside",
    arguments: [Recipe.shakaFragmentedMP4, .shakaSingleFile, .shakaTransportStreams])
  func borrowed(_ recipe: Recipe) async throws {
    let folder = try TemporaryFolder("trick")
    let title = try await Producers.title(recipe)
    let origin = try await Nginx.start(serving: title.folder)
    let words = ["--video", "all", origin.url("/master.m3u8")]
    let run = try await Program.run(["build", "--trick-play", "-o", "f.movpkg"] + words, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let plain = try await Program.run(["build", "-o", "g.movpkg"] + words, in: folder)
    try #require(plain.code == 0)
    await origin.stop()
    func media(_ name: String) throws -> [String] {
      try files(in: folder.path(name)).filter { $0.contains("/0") || $0.contains("/init") }
    }
    #expect(try media("f.movpkg") == media("g.movpkg"))

    try Folder.open(folder.path).rename("f.movpkg", to: "moved.movpkg")
    let bundle = folder.path("moved.movpkg")
    #expect(try await Program.run(["verify", bundle], in: folder).code == 0)
    for file in try files(in: bundle) where file.hasSuffix(".m3u8") {
      #expect(!(try folder.text("moved.movpkg/\(file)")).contains("://"), "\(file)")
    }
    let playlists = try frames(in: bundle)
    let index = try folder.text("moved.movpkg/index.m3u8")
    for playlist in playlists { #expect(index.contains("URI=\"\(playlist)\"")) }
    let expected = try ["high", "low"].map { try parts(of: "\(title.folder)/\($0)-iframes.m3u8") }
    let found = try playlists.map { try parts(of: "\(bundle)/\($0)") }
    #expect(Set(found) == Set(expected) && found.allSatisfy { $0.count >= 3 })
    try await checkDamage(playlists, in: folder)
    try await play(bundle)
  }

  @Test("frames decode offline to the pictures that the origin's decode to", arguments: FrameTitle.allCases)
  func decoded(_ kind: FrameTitle) async throws {
    let folder = try TemporaryFolder("trick")
    try await kind.make(in: folder)
    let origin = try await Nginx.start(serving: folder.path)
    let expected = try await Players.frames(of: origin.url("/frames.m3u8")).digests
    let whole = try await Players.frames(of: origin.url("/video.m3u8")).digests
    let run = try await Program.run(
      ["build", "--trick-play", "-o", "f.movpkg", origin.url("/master.m3u8")], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    await origin.stop()
    let playlist = try #require(try frames(in: folder.path("f.movpkg")).first)
    #expect(try folder.text("f.movpkg/\(playlist)").contains("../0-"))
    let offline = try await Players.frames(of: folder.path("f.movpkg/\(playlist)")).digests
    #expect(offline == expected && offline.count == 8)
    #expect(Set(offline).isSubset(of: whole))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    try await play(folder.path("f.movpkg"))
  }

  /// A change of any file that an I-frame playlist names is found.
  private func checkDamage(_ playlists: [String], in folder: TemporaryFolder) async throws {
    for playlist in playlists {
      let text = try folder.text("moved.movpkg/\(playlist)")
      let names = Set(
        text.split(separator: "\n").filter { $0.hasPrefix("../") }.map { String($0.dropFirst(3)) })
      #expect(names.count >= 3)
      for name in names.sorted() + [playlist] {
        let bytes = try folder.read("moved.movpkg/\(name)")
        var other = bytes
        other[bytes.count / 2] ^= 1
        try folder.write(other, to: "moved.movpkg/\(name)")
        let changed = try await Program.run(["verify", "moved.movpkg"], in: folder)
        #expect(changed.code == 7 && changed.output.contains(name))
        try folder.write(Array(bytes.dropLast(200)), to: "moved.movpkg/\(name)")
        let cut = try await Program.run(["verify", "--level", "quick", "moved.movpkg"], in: folder)
        #expect(cut.code == 7 && cut.output.contains(name))
        try folder.write(bytes, to: "moved.movpkg/\(name)")
      }
    }
    #expect(try await Program.run(["verify", "moved.movpkg"], in: folder).code == 0)
  }

  private func play(_ bundle: String) async throws {
    let browser = try await Players.chromium(bundle)
    #expect(browser.ended, "Chromium: \(browser.error) after \(browser.played) s")
    #expect(browser.foreignRequests == [])
  }

  @Test("only playlists of packed variants are kept, and the manifest, show and the plan tell of them")
  func records() async throws {
    let folder = try TemporaryFolder("trick")
    let title = try await Producers.title(.shakaFragmentedMP4)
    let run = try await Program.run(
      ["build", "--json", "--trick-play", "--video", "90p", "-o", "f.movpkg", title.path], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let planned = try #require(try run.lines().first?["iFrameStreams"]?.items)
    #expect(planned.count == 1 && planned[0]["resolution"]?["height"] == 90)
    #expect(planned[0]["estimatedBytes"] == 0 && planned[0]["reason"]?.text?.contains("packed") == true)
    #expect(try run.lines().first?["imageStreams"] == [])
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["selection"]?["trickPlay"] == true)
    let records = try #require(manifest["iFrameStreams"]?.items)
    #expect(records.count == 1 && records[0]["id"] == planned[0]["id"])
    let stream = try #require(records[0]["stream"]?.text)
    let listed = try #require(manifest["streams"]?.items?.first { $0["folder"]?.text == stream })
    #expect(listed["kind"] == "iFrames" && listed["segments"] == 0 && listed["bytes"] == 0)
    #expect(listed["container"] == "fragmentedMP4" && listed["peakBandwidth"]?.int ?? 0 > 0)
    #expect(!(try folder.text("f.movpkg/boot.xml")).contains(stream))
    let shown = try await Program.run(["show", "--json", "f.movpkg"], in: folder)
    #expect(try shown.lines().first?["iFrameStreams"] == .array(records))
    #expect(try await Program.run(["show", "f.movpkg"], in: folder).output.contains("i-frames"))
    let complete = try run.lines().filter { $0["type"] == "selection" }.compactMap { $0["id"] }
    #expect(complete.contains(records[0]["id"] ?? .null))

    let again = try await Program.run(
      ["build", "--trick-play", "--video", "90p", "-o", "f.movpkg", title.path], in: folder)
    #expect(again.code == 0 && again.output.contains("is there already"))
    let plain = try await Program.run(["build", "--video", "90p", "-o", "p.movpkg", title.path], in: folder)
    #expect(plain.code == 0)
    #expect(try !folder.text("p.movpkg/index.m3u8").contains("I-FRAME"))
    #expect(try !folder.text("p.movpkg/hlspack.json").contains("iFrame"))
    #expect(try !folder.text("p.movpkg/hlspack.json").contains("trickPlay"))
    let lacking = try await Program.run(
      ["build", "--trick-play", "--video", "90p", "-o", "p.movpkg", title.path], in: folder)
    #expect(lacking.code == 2 && lacking.errors.contains("without iFrames:"), "\(lacking.errors)")
  }
}
