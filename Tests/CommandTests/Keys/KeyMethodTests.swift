import Files
import JSON
import Support
import Testing

/// For each method a witness made by other people's tools.
@Suite("Key methods", .serialized, .timeLimit(.minutes(20)))
struct KeyMethodTests {
  /// Whether ffmpeg decrypts the method by itself.
  private static func plays(_ protection: Protection) -> Bool {
    // Of SAMPLE-AES in TS it makes wrong pictures, and of SAMPLE-AES-CTR none.
    protection != .sampleAESTransportStream && protection != .cencFragments
  }

  private static func isWhole(_ protection: Protection) -> Bool {
    protection == .aesTransportStream || protection == .aesFragments
  }

  private func build(
    _ title: ProtectedTitle, _ words: [String], in folder: TemporaryFolder
  ) async throws -> Program.Run {
    let run = try await Program.run(["build", "-o", "film.movpkg"] + words + [title.path], in: folder)
    guard run.code == 0 else { return run }
    let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
    #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    #expect(try await Program.sumsFaults(in: folder.path("film.movpkg")) == [])
    return run
  }

  /// The media of the bundle's only stream, in order.
  private func media(_ folder: TemporaryFolder) throws -> [[UInt8]] {
    let all = try files(in: folder.path("film.movpkg"))
    return try all.filter {
      $0.hasSuffix(".m4s") && !$0.hasPrefix("keys/") || $0.hasSuffix(".ts") || $0.hasSuffix(".mp4")
    }
    .map { try folder.read("film.movpkg/\($0)") }
  }

  private func served(_ title: ProtectedTitle) throws -> [[UInt8]] {
    let open = try Folder.open(title.folder)
    return try open.entries().filter { $0.hasSuffix(".m4s") || $0.hasSuffix(".ts") || $0.hasSuffix(".mp4") }
      .sorted { ($0.hasPrefix("init") ? "" : $0) < ($1.hasPrefix("init") ? "" : $1) }
      .map { try open.readWhole($0, limit: 64 << 20) }
  }

  @Test("stored, media and key are those of the origin, and the title plays", arguments: Protection.allCases)
  func store(_ protection: Protection) async throws {
    let folder = try TemporaryFolder("keys")
    let title = try await Producers.title(under: protection)
    let isGuarded = protection == .cencFragments
    let words = isGuarded ? ["--content-key", "\(title.folder)/key.bin"] : []
    let run = try await build(title, words, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let bundle = EncryptedTitle.Bundle(folder: folder, name: "film.movpkg")
    #expect(try bundle.keyFiles() == ["keys/key-0.m4s"])
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == title.key)
    #expect(try Set(media(folder)) == Set(served(title)))
    #expect(try bundle.keyLines().count == 1)
    #expect(try bundle.keyLines().allSatisfy { !$0.contains("urn:uuid") })
    #expect(try await bundle.shown()["playableOffline"] == true)
    guard Self.plays(protection) else { return }
    let expected = try await Players.frames(of: title.clear).digests
    #expect(
      try await Players.frames(of: folder.path("film.movpkg/index.m3u8"), by: .newer).digests == expected)
  }

  @Test(
    "decrypted, AES-128 is gone and the pictures are those of the clear source",
    arguments: Protection.allCases)
  func decrypt(_ protection: Protection) async throws {
    let folder = try TemporaryFolder("keys")
    let title = try await Producers.title(under: protection)
    let run = try await build(title, ["--keys", "decrypt"], in: folder)
    guard Self.isWhole(protection) else {
      #expect(run.code == 2, "\(run.errors)")
      #expect(
        run.errors.contains(protection == .cencFragments ? "SAMPLE-AES-CTR" : "SAMPLE-AES"), "\(run.errors)")
      #expect(try names(in: folder.path) == [])
      return
    }
    try #require(run.code == 0, "\(run.errors)")
    let bundle = EncryptedTitle.Bundle(folder: folder, name: "film.movpkg")
    #expect(try bundle.keys().isEmpty && bundle.keyFiles().isEmpty && bundle.keyLines().isEmpty)
    #expect(try bundle.manifest()["selection"]?["keys"] == "decrypt")
    let expected = try await Players.frames(of: title.clear).digests
    #expect(try await Players.frames(of: folder.path("film.movpkg/index.m3u8")).digests == expected)
    let browser = try await Players.chromium(folder.path("film.movpkg"))
    #expect(browser.ended, "Chromium: \(browser.error) after \(browser.played) s")
  }

  @Test("rotated keys, with vectors and without and a clear part between, decrypt to the same pictures")
  func rotated() async throws {
    let folder = try TemporaryFolder("keys")
    let title = try await Producers.title(.rotatedKeys)
    let run = try await Program.run(
      ["build", "--keys", "decrypt", "--audio", "all", "-o", "film.movpkg", title.path], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
    #expect(verified.code == 0, "\(verified.output)")
    let origin = try await Nginx.start(serving: title.folder)
    let expected = try await Players.frames(of: origin.url("/master.m3u8")).digests
    await origin.stop()
    #expect(try await Players.frames(of: folder.path("film.movpkg/index.m3u8")).digests == expected)
    let manifest = try JSONReader.parse(try folder.read("film.movpkg/hlspack.json"))
    #expect(manifest["keys"]?.items?.isEmpty != false)
    #expect(manifest["streams"]?.items?.allSatisfy { $0["inspected"] == true } == true)
  }

  @Test("of SAMPLE-AES-CTR the media in the bundle decrypt with the key in it")
  func counterMode() async throws {
    let folder = try TemporaryFolder("keys")
    let title = try await Producers.title(under: .cencFragments)
    let run = try await build(title, ["--content-key", "\(title.folder)/key.bin"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let section = try files(in: folder.path("film.movpkg")).filter { $0.hasSuffix("init-0.mp4") }
    let rest = try files(in: folder.path("film.movpkg")).filter {
      $0.hasSuffix(".m4s") && !$0.hasPrefix("keys/")
    }
    try folder.write(try (section + rest).flatMap { try folder.read("film.movpkg/\($0)") }, to: "all.mp4")
    let key = AES.hex(try folder.read("film.movpkg/keys/key-0.m4s"))
    try await Tools.run(
      "packager",
      [
        "--quiet", "in=all.mp4,stream=video,output=clear.mp4", "--enable_raw_key_decryption", "--keys",
        "label=:key_id=\(Producers.keyID):key=\(key)",
      ], in: folder.path)
    let expected = try await Players.frames(of: title.clear).digests
    #expect(try await Players.frames(of: folder.path("clear.mp4")).digests == expected)
  }

  @Test("AES-256-GCM is stored as it is, with a key of 32 bytes, and not looked into")
  func wholeResourceOf256Bits() async throws {
    let folder = try TemporaryFolder("keys")
    let sealed = (0..<2).map { [UInt8](repeating: 0xA7 + UInt8($0), count: 333) }
    let key = [UInt8](0..<32)
    let routes = TinyTitle.routes(
      2,
      replacing: [
        "/film/key": .file(key), "/film/seg0.ts": .file(sealed[0]), "/film/seg1.ts": .file(sealed[1]),
      ],
      before: "#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"key\"\n")
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let (run, bundle) = try await EncryptedTitle.build(origin, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    #expect(try (0..<2).map { try bundle.segment($0) } == sealed)
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == key)
    #expect(try bundle.manifest()["streams"]?.items?[0]["inspected"] == false)
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    let refused = try await EncryptedTitle.build(origin, in: folder, ["--keys", "decrypt"], name: "b.movpkg")
      .run
    #expect(refused.code == 2 && refused.errors.contains("AES-256-GCM"), "\(refused.errors)")
  }
}
