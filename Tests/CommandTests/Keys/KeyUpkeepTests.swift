import Files
import JSON
import Support
import Testing

/// What repair, augment and remove make of bundles whose keys were had or left out in other ways.
@Suite("Keys in later changes")
struct KeyUpkeepTests {
  private typealias Title = EncryptedTitle
  private static let blob = "echo '{\"blob\":\"c2VhbGVkIGtleQ==\"}'"
  private static let clear = "echo '{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\"}'"

  /// A picture in the clear with two sounds under a key of their own.
  private static func sounds(_ keyLine: String) async throws -> [String: FaultOrigin.Response] {
    let master = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="english.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="French",LANGUAGE="fr",URI="french.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="a"
      video.m3u8

      """
    return try await Title.routes(
      2, keyLine: keyLine,
      replacing: [
        "/film/master.m3u8": .text(master),
        "/film/english.m3u8": .text(TinyTitle.playlist(2, before: keyLine)),
        "/film/french.m3u8": .text(TinyTitle.playlist(2, before: keyLine)),
        "/film/video.m3u8": .text(TinyTitle.playlist(2).replacing("seg", with: "clear")),
        "/film/clear0.ts": .file(TinyTitle.segment(0)), "/film/clear1.ts": .file(TinyTitle.segment(1)),
      ])
  }

  @Test(
    "a repair makes the same bytes again without asking anybody for keys that are there, or were left out",
    arguments: [["--key-command", clear], ["--key-command", blob], ["--keys", "omit"]])
  func repaired(words: [String]) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(2, keyLine: Title.fairPlay))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, words)
    try #require(run.code == 0, "\(run.errors)")
    let stream = try bundle.stream()
    let names = ["\(stream)/playlist.m3u8", "\(stream)/stream.json", "\(stream)/000001.ts", "index.m3u8"]
    let before = try names.map { try folder.read("film.movpkg/\($0)") }
    let open = try Folder.open(folder.path("film.movpkg"))
    for name in names { try open.remove(name) }
    let repair = try await Program.run(["verify", "--repair", "film.movpkg"], in: folder)
    #expect(repair.code == 0, "\(repair.output) \(repair.errors)")
    #expect(try names.map { try folder.read("film.movpkg/\($0)") } == before)
  }

  @Test("a key that is lost and that only a command can tell is had again by one")
  func lostKey() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(2, keyLine: Title.fairPlay))
    defer { origin.stop() }
    let (run, _) = try await Title.build(origin, in: folder, ["--key-command", Self.clear])
    try #require(run.code == 0, "\(run.errors)")
    try Folder.open(folder.path("film.movpkg")).remove("keys/key-0.m4s")
    let without = try await Program.run(["verify", "--repair", "film.movpkg"], in: folder)
    #expect(without.code == 12, "\(without.output) \(without.errors)")
    let repair = try await Program.run(
      ["verify", "--repair", "--key-command", Self.clear, "film.movpkg"], in: folder)
    #expect(repair.code == 0, "\(repair.output) \(repair.errors)")
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == Title.key)
  }

  @Test("what comes to a bundle without keys comes without its keys")
  func augmented() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Self.sounds(Title.line))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", "omit", "--audio", "en"])
    try #require(run.code == 0, "\(run.errors)")
    let more = try await Program.run(["augment", "--add-audio", "fr", "film.movpkg"], in: folder)
    #expect(more.code == 0, "\(more.errors)")
    #expect(origin.requests(for: "/film/key").isEmpty)
    #expect(try bundle.keys().map { $0["state"] } == ["omitted"])
    #expect(try bundle.manifest()["selection"]?["keys"] == "omit")
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("a bundle plays again once nothing in it needs the key that was left out")
  func removed() async throws {
    let folder = try TemporaryFolder("keys")
    for line in [Title.line, Title.fairPlay] {
      let origin = try FaultOrigin.routes(try await Self.sounds(line))
      defer { origin.stop() }
      let (run, bundle) = try await Title.build(
        origin, in: folder, ["--keys", "omit", "--audio", "en,fr"], name: "\(line.utf8.count).movpkg")
      try #require(run.code == 0, "\(run.errors)")
      #expect(try await bundle.shown()["playableOffline"] == false)
      let less = try await Program.run(["remove", "--audio", "fr", bundle.name], in: folder)
      #expect(less.code == 0, "\(less.errors)")
      #expect(try await bundle.shown()["playableOffline"] == false)
      let none = try await Program.run(["remove", "--audio", "en", bundle.name], in: folder)
      #expect(none.code == 0, "\(none.errors)")
      #expect(try bundle.keys().isEmpty)
      #expect(try await bundle.shown()["playableOffline"] == true)
      #expect(try await Program.run(["verify", bundle.name], in: folder).code == 0)
    }
  }
}
