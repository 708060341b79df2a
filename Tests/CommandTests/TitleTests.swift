import Files
import JSON
import Support
import Testing

/// The main job on real input: titles of ffmpeg and Shaka Packager, served by nginx, packed, moved away, and played by
/// others with the origin stopped.
@Suite("Real titles", .serialized)
struct TitleTests {
  @Test(
    "a whole title is packed, verified, moved, and plays everywhere without network",
    arguments: Recipe.allCases)
  func packAndPlay(recipe: Recipe) async throws {
    let folder = try TemporaryFolder("title")
    let title = try await Producers.title(recipe)
    let origin = try await Nginx.start(serving: title.folder)
    let url = origin.url("/\(recipe.entry)")
    let expected = try await Players.packets(of: url, by: .newer).streams
    let frames = recipe.hasVideo ? try await Players.frames(of: url).digests : []
    let run = try await Program.run(
      ["build", "-o", "film.movpkg"] + Self.everything(recipe) + [url], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    await origin.stop()

    try folder.makeFolder("elsewhere")
    try Folder.open(folder.path).rename("film.movpkg", to: "elsewhere/moved.movpkg")
    let bundle = folder.path("elsewhere/moved.movpkg")
    let verified = try await Program.run(["verify", bundle], in: folder)
    #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    #expect(try await Program.sumsFaults(in: bundle) == [])
    try checkReferences(in: bundle)
    #expect(try await Players.packets(of: "\(bundle)/index.m3u8", by: .newer).streams == expected)
    try await play(bundle, frames)
  }

  /// Words that choose all that the title has.
  private static func everything(_ recipe: Recipe) -> [String] {
    guard recipe.entry == "master.m3u8" else { return [] }
    var words = ["--video", "all"]
    if !recipe.audioLanguages.isEmpty { words += ["--audio", "all"] }
    if !recipe.subtitleLanguages.isEmpty { words += ["--subtitles", "all"] }
    return words
  }

  /// No playlist of the bundle names anything outside of it.
  private func checkReferences(in bundle: String) throws {
    let open = try Folder.open(bundle)
    let playlists = try files(in: bundle).filter { $0.hasSuffix(".m3u8") }
    #expect(playlists.contains("index.m3u8"))
    for file in playlists {
      let text = String(decoding: try open.readWhole(file, limit: 16 << 20), as: UTF8.self)
      #expect(!text.contains("://"), "\(file) holds an absolute URI")
    }
  }

  /// - Parameter frames: of the origin's pictures; empty for sound alone.
  private func play(_ bundle: String, _ frames: [String]) async throws {
    let path = "\(bundle)/index.m3u8"
    if !frames.isEmpty { #expect(try await Players.frames(of: path).digests == frames) }
    let streamer = try await Players.gstreamer(path)
    #expect(streamer.ended, "GStreamer: \(streamer.error)")
    let browser = try await Players.chromium(bundle)
    #expect(browser.ended, "Chromium: \(browser.error) after \(browser.played) s")
    #expect(browser.played > 8)
    #expect(browser.foreignRequests == [])
  }

  @Test("the default choice is one variant with its default audio, and plays")
  func defaultChoice() async throws {
    let folder = try TemporaryFolder("title")
    let title = try await Producers.title(.shakaFragmentedMP4)
    let run = try await Program.run(["build", "--json", "-o", "film.movpkg", title.path], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let plan = try #require(try run.lines().first { $0["type"] == "plan" })
    #expect(plan["variants"]?.items?.count == 1)
    #expect(plan["variants"]?.items?[0]["resolution"]?["height"] == 180)
    #expect(plan["renditions"]?.items?.compactMap { $0["kind"]?.text } == ["audio"])
    let counted = try await Players.packets(of: folder.path("film.movpkg/index.m3u8"))
    #expect(counted.packets(of: "video").count == 1)
    #expect(counted.packets(of: "audio").count == 1)
  }

  @Test("adjacent byte ranges are fetched by few requests")
  func coalescing() async throws {
    let folder = try TemporaryFolder("title")
    let title = try await Producers.title(.shakaSingleFile)
    let origin = try await Nginx.start(serving: title.folder)
    let run = try await Program.run(["build", "-o", "film.movpkg", origin.url("/master.m3u8")], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    await origin.stop()
    let media = try origin.requests().filter { $0.path.hasSuffix(".mp4") }
    let manifest = try JSONReader.parse(try folder.read("film.movpkg/hlspack.json"))
    let streams = try #require(manifest["streams"]?.items)
    let segments = streams.compactMap { $0["segments"]?.int }.reduce(0, +)
    #expect(streams.count == 2 && segments >= 6)
    // Between a stream's initialization section and its segments the packager writes an index: two requests each.
    #expect(media.count == 4, "\(media.map(\.target)) \(media.map(\.range))")
    #expect(media.allSatisfy { $0.status == 206 })
  }

  @Test("over TLS and HTTP/2 the same bundle comes out")
  func secure() async throws {
    let folder = try TemporaryFolder("title")
    let title = try await Producers.title(.transportStreams)
    let origin = try await Nginx.start(serving: title.folder, secure: true)
    let url = try #require(origin.secureURL("/master.m3u8"))
    let refused = try await Program.run(["build", "-R", "0", "-o", "film.movpkg", url], in: folder)
    #expect(refused.code == 5, "\(refused.errors)")
    #expect(refused.errors.contains("certificate"), "\(refused.errors)")
    let run = try await Program.run(
      ["build", "--cacert", origin.certificate, "-o", "film.movpkg", url], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try origin.requests().filter { $0.target.hasSuffix(".ts") }.allSatisfy { $0.protocol == "HTTP/2.0" })
    await origin.stop()
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("two builds of one source are equal byte for byte but for times")
  func reproducible() async throws {
    let folder = try TemporaryFolder("title")
    let title = try await Producers.title(.rotatedKeys)
    for name in ["one.movpkg", "two.movpkg"] {
      let run = try await Program.run(
        ["build", "-o", name, "--title", "Film", "--audio", "all", title.path], in: folder)
      try #require(run.code == 0, "\(run.errors)")
    }
    let list = try files(in: folder.path("one.movpkg"))
    #expect(try files(in: folder.path("two.movpkg")) == list)
    for file in list where !["hlspack.json", "SHA256SUMS"].contains(file) {
      #expect(try folder.read("one.movpkg/\(file)") == folder.read("two.movpkg/\(file)"), "\(file)")
    }
    func withoutTimes(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("\"createdAt\"") && !$0.contains("\"at\"") }
    }
    #expect(
      try withoutTimes(folder.text("one.movpkg/hlspack.json"))
        == withoutTimes(folder.text("two.movpkg/hlspack.json")))
  }
}
