import Files
import JSON
import Support
import Testing

/// `build --session-data`: lines with values, payloads, chapters and their pictures.
@Suite("Session data")
struct SessionDataTests {
  /// The smallest picture: one point.
  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]

  private static let lines = """
    #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Ein Film",LANGUAGE="de"
    #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="data/chapters.json?token=geheim"
    #EXT-X-SESSION-DATA:DATA-ID="com.example.raw",URI="/raw.bin",FORMAT=RAW
    #EXT-X-SESSION-DATA:DATA-ID="com.example.site",VALUE="https://example.com"

    """

  private static let chapters = """
    [{"chapter":1,"start-time":0,"duration":4.5,"titles":[{"language":"en","title":"One"}],
      "images":[{"image-category":"a","pixel-width":1,"pixel-height":1,"url":"one.gif"}]},
     {"chapter":2,"start-time":4.5,"note":"kept",
      "images":[{"image-category":"a","pixel-width":1,"pixel-height":1,"url":"../two.gif?token=geheim"},
                {"image-category":"b","pixel-width":1,"pixel-height":1,"url":"one.gif"}]}]
    """

  private func routes(
    _ replacing: [String: FaultOrigin.Response] = [:]
  ) -> [String: FaultOrigin.Response] {
    TinyTitle.routes(
      2,
      replacing: [
        "/film/master.m3u8": .text(
          TinyTitle.multivariant.replacing("#EXTM3U\n", with: "#EXTM3U\n" + Self.lines)),
        "/film/data/chapters.json": .text(Self.chapters), "/film/data/one.gif": .file(Self.picture),
        "/film/two.gif": .file(Self.picture + [0]), "/raw.bin": .file([0, 1, 2, 255]),
      ]
    ).merging(replacing) { $1 }
  }

  private func build(
    _ origin: FaultOrigin, _ folder: TemporaryFolder, _ more: [String] = ["--session-data"]
  ) async throws -> Program.Run {
    try await Program.run(
      ["build", "-R", "0", "-o", "f.movpkg"] + more + [origin.url("/film/master.m3u8?token=geheim")],
      in: folder)
  }

  @Test("lines, payloads and pictures are kept, each named by a relative path of the bundle")
  func kept() async throws {
    let folder = try TemporaryFolder("session")
    let origin = try FaultOrigin.routes(routes())
    let run = try await build(origin, folder)
    origin.stop()
    try #require(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("holds an address"))
    let all = try files(in: folder.path("f.movpkg"))
    let data = all.filter { $0.hasPrefix("Data/SessionData-") }
    #expect(data.count == 4)
    let index = try folder.text("f.movpkg/index.m3u8")
    #expect(index.contains("DATA-ID=\"com.example.title\",VALUE=\"Ein Film\",LANGUAGE=\"de\""))
    #expect(!index.contains("com.example.site"))
    let path = try #require(data.first { $0.contains("chapters") })
    #expect(index.contains("DATA-ID=\"com.apple.hls.chapters\",URI=\"\(path)\""))
    let raw = try #require(data.first { $0.contains("raw") })
    #expect(index.contains("URI=\"\(raw)\",FORMAT=RAW"))
    #expect(try folder.read("f.movpkg/\(raw)") == [0, 1, 2, 255])

    let chapters = try JSONReader.parse(try folder.read("f.movpkg/\(path)"))
    #expect(chapters.items?[0]["duration"]?.number == 4.5)
    #expect(chapters.items?[0]["titles"]?.items?[0]["title"] == "One")
    #expect(chapters.items?[1]["note"] == "kept")
    let urls = chapters.items?.flatMap { $0["images"]?.items ?? [] }.compactMap { $0["url"]?.text } ?? []
    #expect(urls.count == 3 && urls[0] == urls[2] && urls[0] != urls[1])
    #expect(try folder.read("f.movpkg/Data/\(urls[0])") == Self.picture)
    #expect(try folder.read("f.movpkg/Data/\(urls[1])") == Self.picture + [0])
    for file in all {
      let text = try folder.text("f.movpkg/\(file)")
      #expect(!text.contains("geheim"), "\(file)")
      if file.hasSuffix(".m3u8") || file.contains("SessionData") { #expect(!text.contains("://"), "\(file)") }
    }
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try await Program.sumsFaults(in: folder.path("f.movpkg")) == [])
    try await checkRecords(in: folder, data)
  }

  /// The manifest, Apple's index and `show` know of the files, and a changed byte is found.
  private func checkRecords(in folder: TemporaryFolder, _ data: [String]) async throws {
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["selection"]?["sessionData"] == true)
    let records = try #require(manifest["sessionData"]?.items)
    #expect(records.compactMap { $0["dataID"]?.text }.count == 3)
    #expect(records[1]["images"]?.items?.count == 2)
    #expect(records[1]["source"]?.text?.hasSuffix("chapters.json?token=REDACTED") == true)
    let boot = try folder.text("f.movpkg/boot.xml")
    #expect(data.allSatisfy { boot.contains($0.dropFirst(5)) })
    let shown = try await Program.run(["show", "--json", "f.movpkg"], in: folder)
    #expect(try shown.lines().first?["sessionData"] == .array(records))
    #expect(
      try await Program.run(["show", "f.movpkg"], in: folder).output.contains("com.apple.hls.chapters"))
    for file in data {
      let bytes = try folder.read("f.movpkg/\(file)")
      try folder.write([bytes[0] ^ 1] + bytes.dropFirst(), to: "f.movpkg/\(file)")
      let run = try await Program.run(["verify", "f.movpkg"], in: folder)
      #expect(run.code == 7 && run.output.contains(file), "\(file)")
      try folder.write(bytes, to: "f.movpkg/\(file)")
    }
  }

  @Test("without the option nothing is fetched, and a bundle without them is not taken for one with them")
  func unasked() async throws {
    let folder = try TemporaryFolder("session")
    let origin = try FaultOrigin.routes(routes())
    defer { origin.stop() }
    #expect(try await build(origin, folder, []).code == 0)
    #expect(origin.requests.allSatisfy { !$0.path.contains("chapters") && !$0.path.contains("raw") })
    #expect(try !folder.text("f.movpkg/index.m3u8").contains("SESSION-DATA"))
    #expect(try !folder.text("f.movpkg/hlspack.json").contains("sessionData"))
    let again = try await build(origin, folder)
    #expect(again.code == 2 && again.errors.contains("without its session data"), "\(again.errors)")
  }

  @Test(
    "what cannot be had, or is not what it should be, fails the build",
    arguments: [
      ("/film/data/chapters.json", FaultOrigin.Response.status(404), Int32(5)),
      ("/film/data/chapters.json", .status(503), 6), ("/film/data/chapters.json", .text("<html>"), 5),
      ("/film/data/one.gif", .status(404), 5), ("/film/data/one.gif", .text("<html></html>"), 5),
      ("/raw.bin", .file([UInt8](repeating: 0, count: (4 << 20) + 1)), 5),
      ("/film/data/chapters.json", .text("[{\"images\":[{\"url\":\"file:///etc/passwd\"}]}]"), 5),
    ])
  func refused(_ path: String, _ response: FaultOrigin.Response, _ code: Int32) async throws {
    let folder = try TemporaryFolder("session")
    let origin = try FaultOrigin.routes(routes([path: response]))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == code, "\(run.errors)")
    #expect(!run.errors.contains("geheim"))
    #expect(try names(in: folder.path) == ["f.movpkg.partial"])
  }

  @Test("a dry run lists them, with no credential, and fetches none")
  func plan() async throws {
    let folder = try TemporaryFolder("session")
    let origin = try FaultOrigin.routes(routes())
    defer { origin.stop() }
    let run = try await build(origin, folder, ["--session-data", "--dry-run", "--json"])
    let data = try #require(try run.lines().first?["sessionData"]?.items)
    #expect(data.count == 3 && data[1]["format"] == "JSON")
    #expect(!run.output.contains("geheim"))
    #expect(origin.requests.allSatisfy { $0.path.hasSuffix(".m3u8") })
    #expect(try await build(origin, folder, ["--session-data", "-s"]).output.contains("com.example.raw"))
  }

  @Test("addresses in a payload of another kind stay, without their credentials, and are told")
  func foreignAddresses() async throws {
    let folder = try TemporaryFolder("session")
    let payload = "{\"poster\":\"https://cdn.example.com/p.jpg?token=verborgen\",\"n\":1}"
    let text = "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.example.poster\",URI=\"p.json\"\n"
    let origin = try FaultOrigin.routes(
      routes([
        "/film/master.m3u8": .text(TinyTitle.multivariant.replacing("#EXTM3U\n", with: text)),
        "/film/p.json": .text(payload),
      ]))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == 0 && run.errors.contains("com.example.poster: holds addresses"), "\(run.errors)")
    let file = try #require(try files(in: folder.path("f.movpkg")).first { $0.contains("SessionData") })
    let kept = try JSONReader.parse(try folder.read("f.movpkg/\(file)"))
    #expect(kept["poster"] == "https://cdn.example.com/p.jpg?token=REDACTED")
    #expect(kept["n"] == 1)
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }
}
