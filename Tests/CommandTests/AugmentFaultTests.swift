import Files
import JSON
import Support
import Testing

/// What `augment` asks an origin for, and what it refuses.
@Suite("Augmenting over a network", .timeLimit(.minutes(10)))
struct AugmentFaultTests {
  private func packed(
    _ title: ChangingTitle, _ words: [String] = ["--audio", "en", "--subtitles", "none"],
    in folder: TemporaryFolder
  ) async throws {
    let run = try await Program.run(["build", "-q", "-o", "f.movpkg"] + words + [title.url], in: folder)
    try #require(run.code == 0, "\(run.errors)")
  }

  @Test("only what is missing is fetched, and the history tells it")
  func onlyMissing() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    try await packed(title, in: folder)
    let before = title.origin.requests.count
    let dry = try await Program.run(["augment", "-s", "--json", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(dry.code == 0)
    #expect(try dry.lines().first?["renditions"]?.items?.compactMap { $0["language"]?.text } == ["fr"])
    #expect(try dry.lines().first?["variants"]?.items?.isEmpty == true)
    #expect(!title.paths(since: before).keys.contains { $0.hasSuffix(".ts") })
    let middle = title.origin.requests.count
    let run = try await Program.run(["augment", "--json", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let asked = title.paths(since: middle)
    #expect(asked.keys.filter { $0.hasSuffix(".ts") }.sorted() == (0..<4).map { "/film/fr\($0).ts" })
    #expect(asked.values.allSatisfy { $0 == 1 }, "\(asked)")
    #expect(try run.summary()["command"] == "augment" && run.summary()["files"]?.int == 4)
    #expect(
      try run.lines().filter { $0["type"] == "selection" }.map { $0["id"]?.text } == ["audio:aud:fr:French"])
    let history = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))["history"]?.items
    #expect(history?.last?["action"] == "augment")
    #expect(history?.last?["note"] == "added audio:aud:fr:French")
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test(
    "an origin that is another one is refused with what differs, and nothing changes",
    arguments: [
      (ChangingTitle.playlist("high", 5), "5 segments"),
      (ChangingTitle.playlist("high", 4, duration: 3), "lasts 3"),
      (
        ChangingTitle.playlist("high", 4).replacing("high2", with: "high2").replacing(
          "#EXTINF:4.0,\nhigh2", with: "#EXT-X-DISCONTINUITY\n#EXTINF:4.0,\nhigh2"), "discontinuity"
      ),
      (
        ChangingTitle.playlist("high", 4).replacing(
          "#EXTINF:4.0,\nhigh2", with: "#EXT-X-GAP\n#EXTINF:4.0,\nhigh2"), "gap"
      ),
    ])
  func changed(_ playlist: String, _ reason: String) async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    try await packed(title, in: folder)
    let before = try tree("f.movpkg", folder)
    title.set("/film/high.m3u8", .text(playlist))
    let run = try await Program.run(["augment", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(run.code == 5 && run.errors.contains(reason) && run.errors.contains("--update"), "\(run.errors)")
    #expect(try tree("f.movpkg", folder) == before)
    #expect(try names(in: folder.path) == ["f.movpkg"])
  }

  @Test("what the source has lost is told, what it never had exits 4")
  func lost() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    try await packed(title, in: folder)
    let none = try await Program.run(["augment", "f.movpkg", "--add-audio", "de"], in: folder)
    #expect(none.code == 4 && none.errors.contains("de"), "\(none.errors)")
    title.set(
      "/film/master.m3u8",
      .text(
        ChangingTitle.multivariant.replacing(
          "NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES", with: "NAME=\"Anglais\",LANGUAGE=\"en\",DEFAULT=YES"
        )))
    let run = try await Program.run(["augment", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(run.code == 5 && run.errors.contains("audio:aud:en:English"), "\(run.errors)")
  }

  @Test("what the source has more of since does not come unasked")
  func grown() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    try await packed(title, ["--audio", "all", "--subtitles", "none"], in: folder)
    let german = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aud\",NAME=\"German\",LANGUAGE=\"de\",URI=\"low.m3u8\"\n"
    title.set(
      "/film/master.m3u8",
      .text(
        ChangingTitle.multivariant.replacing(
          "#EXT-X-MEDIA:TYPE=SUB", with: german + "#EXT-X-MEDIA:TYPE=SUB", maxReplacements: 1)))
    let run = try await Program.run(["augment", "f.movpkg", "--add-subtitles", "fr"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try !folder.text("f.movpkg/index.m3u8").contains("German"))
    #expect(try folder.text("f.movpkg/index.m3u8").contains("SUBTITLES=\"sub\""))
    let asked = try await Program.run(["augment", "f.movpkg", "--add-audio", "de"], in: folder)
    #expect(asked.code == 0, "\(asked.errors)")
    #expect(try folder.text("f.movpkg/index.m3u8").contains("German"))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("a token that ended asks for --source, and the new one is not kept")
  func token() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    let url = title.url + "?token=first-secret"
    #expect(
      try await Program.run(
        ["build", "-q", "-o", "f.movpkg", "--audio", "en", "--subtitles", "none", url], in: folder
      ).code == 0)
    let before = title.origin.requests.count
    let refused = try await Program.run(["augment", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(refused.code == 2 && refused.errors.contains("--source"), "\(refused.errors)")
    #expect(title.origin.requests.count == before)
    let run = try await Program.run(
      ["augment", "f.movpkg", "--add-audio", "fr", "--source", title.url + "?token=second-secret"], in: folder
    )
    #expect(run.code == 0, "\(run.errors)")
    for (path, bytes) in try tree("f.movpkg", folder) {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("-secret"), "\(path)")
    }
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("an origin that moved is known by what it says of its streams")
  func moved() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    try await packed(title, in: folder)
    title.origin.stop()
    let other = try ChangingTitle(folder: "/elsewhere/vod")
    defer { other.origin.stop() }
    let gone = try await Program.run(["augment", "-R", "0", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(gone.code == 6, "\(gone.errors)")
    let run = try await Program.run(
      [
        "augment", "f.movpkg", "--add-audio", "fr", "--source",
        other.origin.url("/elsewhere/vod/master.m3u8"),
      ],
      in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let asked = other.paths(since: 0).keys.filter { $0.hasSuffix(".ts") }
    #expect(asked.sorted() == (0..<4).map { "/elsewhere/vod/fr\($0).ts" })
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["source"]?["url"]?.text == other.origin.url("/elsewhere/vod/master.m3u8"))
    #expect(manifest["streams"]?.items?.count == 3)
  }

  @Test("a run that fails leaves the bundle and what has come; the next goes on from there")
  func resumed() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    try await packed(title, in: folder)
    let before = try tree("f.movpkg", folder)
    title.set("/film/fr3.ts", .status(404))
    let failed = try await Program.run(["augment", "f.movpkg", "-N", "1", "--add-audio", "fr"], in: folder)
    #expect(failed.code == 5 && failed.errors.contains("/film/fr3.ts"), "\(failed.errors)")
    #expect(try tree("f.movpkg", folder) == before)
    #expect(try names(in: folder.path).sorted() == ["f.movpkg", "f.movpkg.partial"])
    title.set("/film/fr3.ts", .file(TinyTitle.segment(153)))
    let middle = title.origin.requests.count
    let run = try await Program.run(["augment", "f.movpkg", "--add-audio", "fr"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(title.paths(since: middle).keys.filter { $0.hasSuffix(".ts") } == ["/film/fr3.ts"])
    #expect(try names(in: folder.path) == ["f.movpkg"])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("a bundle of a media playlist has nothing that could be added")
  func bare() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    defer { title.origin.stop() }
    let media = title.origin.url("/film/high.m3u8")
    #expect(try await Program.run(["build", "-q", "-o", "f.movpkg", media], in: folder).code == 0)
    for words in [["--add-audio", "fr"], ["--add-subtitles", "fr"], ["--add-variant", "90p"]] {
      let run = try await Program.run(["augment", "f.movpkg"] + words, in: folder)
      #expect(run.code == 4 || run.code == 2, "\(words): \(run.code) \(run.errors)")
    }
  }

  @Test("title, artwork and words are set without a network")
  func words() async throws {
    let folder = try TemporaryFolder("augment")
    let title = try ChangingTitle()
    try await packed(title, in: folder)
    title.origin.stop()
    try folder.write(Picture.png, to: "a.png")
    try folder.write(Picture.gif, to: "b.gif")
    let run = try await Program.run(
      [
        "augment", "f.movpkg", "--set-title", "Neu", "--set-artwork", "a.png", "--set", "year=1999", "--set",
        "x=1",
      ], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let next = try await Program.run(
      ["augment", "f.movpkg", "--set-artwork", "b.gif", "--set", "x="], in: folder)
    #expect(next.code == 0, "\(next.errors)")
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["title"] == "Neu" && manifest["metadata"] == ["year": "1999"])
    #expect(try files(in: folder.path("f.movpkg")).filter { $0.hasPrefix("artwork") } == ["artwork.gif"])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    let before = try tree("f.movpkg", folder)
    let again = try await Program.run(["augment", "f.movpkg", "--set-title", "Neu"], in: folder)
    #expect(again.code == 0 && again.output.contains("holds all"))
    #expect(try tree("f.movpkg", folder) == before)
    #expect(try await Program.run(["augment", "f.movpkg"], in: folder).code == 2)
    #expect(try await Program.run(["augment", "none.movpkg", "--set-title", "X"], in: folder).code == 9)
  }
}

/// The smallest pictures.
private enum Picture {
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
    1, 8, 0,
    0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
  ]
  static let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
}
