import Files
import JSON
import Support
import Testing

/// Content keys that no system guards: had once, kept, used, or left out.
@Suite("Content keys")
struct ContentKeyTests {
  private typealias Title = EncryptedTitle
  private static let one = [UInt8](repeating: 0x51, count: 16)
  private static let two = [UInt8](repeating: 0x52, count: 16)

  /// Two keys in turn, and the first again under other vectors.
  private static func rotation() async throws -> [String: FaultOrigin.Response] {
    let iv = "IV=0x000000000000000000000000000000"
    let playlist = """
      #EXTM3U
      #EXT-X-VERSION:3
      #EXT-X-TARGETDURATION:4
      #EXT-X-PLAYLIST-TYPE:VOD
      #EXT-X-KEY:METHOD=AES-128,URI="one",\(iv)07
      #EXTINF:4.0,
      seg0.ts
      #EXT-X-KEY:METHOD=AES-128,URI="two"
      #EXTINF:4.0,
      seg1.ts
      #EXT-X-KEY:METHOD=AES-128,URI="one",\(iv)09
      #EXTINF:4.0,
      seg2.ts
      #EXT-X-ENDLIST

      """
    let protections: [(key: [UInt8], iv: UInt8)] = [(one, 7), (two, 1), (one, 9)]
    var media: [String: FaultOrigin.Response] = [
      "/film/one": .file(one), "/film/two": .file(two), "/film/video.m3u8": .text(playlist),
      "/film/master.m3u8": .text(
        "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"one\"\n" + TinyTitle.multivariant.dropFirst(8)),
    ]
    for (number, protection) in protections.enumerated() {
      media["/film/seg\(number).ts"] = .file(
        try await AES.encrypted(TinyTitle.segment(number), key: protection.key, sequence: protection.iv))
    }
    return TinyTitle.routes(3, replacing: media)
  }

  @Test("rotated, each address is asked for once, session keys included", arguments: ["store", "decrypt"])
  func rotation(handling: String) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Self.rotation())
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", handling])
    try #require(run.code == 0, "\(run.errors)")
    #expect(origin.requests(for: "/film/one").count == 1)
    #expect(origin.requests(for: "/film/two").count == 1)
    #expect(try !folder.text("film.movpkg/index.m3u8").contains("SESSION-KEY"))
    if handling == "store" {
      #expect(try bundle.keyFiles() == ["keys/key-0.m4s", "keys/key-1.m4s"])
      #expect(try folder.read("film.movpkg/keys/key-1.m4s") == Self.two)
      #expect(try bundle.keyLines().count == 3)
    } else {
      for number in 0..<3 { #expect(try bundle.segment(number) == TinyTitle.segment(number)) }
      #expect(try bundle.keyFiles().isEmpty && bundle.keyLines().isEmpty)
      #expect(try bundle.manifest()["streams"]?.items?[0]["inspected"] == true)
    }
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("a disguise is taken off the clear bytes")
  func disguised() async throws {
    let folder = try TemporaryFolder("keys")
    // The head of a PNG before a TS packet, encrypted together.
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
      0x82,
    ]
    let bytes = try await AES.encrypted(head + TinyTitle.segment(0), key: Title.key, sequence: 0)
    let origin = try FaultOrigin.routes(
      try await Title.routes(1, replacing: ["/film/seg0.ts": .file(bytes)]))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", "decrypt"])
    try #require(run.code == 0, "\(run.errors)")
    #expect(try bundle.segment(0) == TinyTitle.segment(0))
    #expect(try folder.text("film.movpkg/\(bundle.stream())/stream.json").contains("\"disguise\""))
  }

  @Test("a key in a data: URI is kept as a file, and stands nowhere else")
  func dataKey() async throws {
    let folder = try TemporaryFolder("keys")
    let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\"\n"
    let origin = try FaultOrigin.routes(try await Title.routes(2, keyLine: line))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == Title.key)
    try Self.expectSecret(Title.key, in: run.output + run.errors + bundle.texts())
    #expect(try bundle.keys()[0]["source"] == "data:")
  }

  static func expectSecret(_ key: [UInt8], in text: String) throws {
    let hex = AES.hex(key)
    #expect(!text.lowercased().contains(hex))
    #expect(!text.contains("AAECAwQFBgcICQoLDA0ODw"))
  }

  @Test(
    "a page, a short key or nothing in place of a key is refused before any segment is asked for",
    arguments: ["<html>please log in</html>", "short", ""])
  func wrongKey(body: String) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(
      try await Title.routes(1, replacing: ["/film/key": .file(Array(body.utf8))]))
    defer { origin.stop() }
    for handling in ["store", "decrypt"] {
      let run = try await Title.build(origin, in: folder, ["--keys", handling]).run
      #expect(run.code == 5, "\(run.errors)")
      #expect(
        run.errors.contains("key /film/key: \(body.utf8.count) bytes, AES-128 needs 16"), "\(run.errors)")
      #expect(body.isEmpty || !run.errors.contains(body))
      #expect(origin.requests(for: "/film/seg0.ts").isEmpty)
    }
  }

  @Test("of several keys at once the one that can be fetched is used, without asking any command")
  func severalSystems() async throws {
    let folder = try TemporaryFolder("keys")
    let widevine =
      "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAAA\",KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"\n"
    let origin = try FaultOrigin.routes(
      try await Title.routes(2, keyLine: Title.fairPlay + widevine + Title.line))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--key-command", "touch asked; exit 1"])
    try #require(run.code == 0, "\(run.errors)")
    #expect(try bundle.keyLines() == ["#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\""])
    #expect(try bundle.keys().count == 1)
    #expect(try !names(in: folder.path).contains("asked"))
  }

  // MARK: - Keys that a person holds

  @Test(
    "a key that a person holds is used in place of fetching, in any of its forms",
    arguments: ["raw", "hex", "HEX\n", "pipe", "uri", "absolute"])
  func given(form: String) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(2, replacing: ["/film/key": .status(403)]))
    defer { origin.stop() }
    let hex = AES.hex(Title.key)
    try folder.write(
      form == "hex" ? Array(hex.utf8) : form == "HEX\n" ? Array((hex.uppercased() + "\n").utf8) : Title.key,
      to: "k")
    let option =
      switch form {
      case "pipe": "-"
      case "uri": "key=k"
      case "absolute": origin.url("/film/key") + "=k"
      default: "k"
      }
    let run = try await Program.run(
      ["build", "-v", "-o", "film.movpkg", "--content-key", option, origin.url("/film/master.m3u8")],
      in: folder,
      input: form == "pipe" ? hex : "")
    try #require(run.code == 0, "\(run.errors)")
    #expect(origin.requests(for: "/film/key").isEmpty)
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == Title.key)
    try Self.expectSecret(
      Title.key, in: run.output + run.errors + Title.Bundle(folder: folder, name: "film.movpkg").texts())
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test(
    "a key in the open, one that is none or one that nothing needs is refused, and not shown",
    arguments: [
      ("000102030405060708090a0b0c0d0e0f", "seen by others"),
      ("key=000102030405060708090a0b0c0d0e0f", "seen by others"),
      ("AAECAwQFBgcICQoLDA0ODw", "cannot be read"), ("short", "5 bytes are no key"),
      ("other=k", "no key of that URI"),
      ("long", "32 bytes, AES-128 needs 16"),
    ])
  func refused(option: String, reason: String) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(1))
    defer { origin.stop() }
    try folder.write(Title.key, to: "k")
    try folder.write("short", to: "short")
    try folder.write([UInt8](repeating: 9, count: 32), to: "long")
    let run = try await Title.build(origin, in: folder, ["--content-key", option]).run
    #expect(run.code == 2, "\(run.errors)")
    #expect(run.errors.contains(reason), "\(run.errors)")
    try Self.expectSecret(Title.key, in: run.output + run.errors)
    #expect(try !names(in: folder.path).contains { $0.hasPrefix("film") })
  }

  @Test("several keys are told apart by their URIs")
  func severalGiven() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Self.rotation())
    defer { origin.stop() }
    try folder.write(Self.one, to: "k1")
    try folder.write(Self.two, to: "k2")
    let vague = try await Title.build(origin, in: folder, ["--content-key", "k1"]).run
    #expect(vague.code == 2 && vague.errors.contains("2 content keys"), "\(vague.errors)")
    let (run, _) = try await Title.build(
      origin, in: folder, ["--content-key", "one=k1", "--content-key", "two=k2"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(origin.requests(for: "/film/one").isEmpty && origin.requests(for: "/film/two").isEmpty)
  }

  @Test("a key that does not fit the media is noticed")
  func wrongGiven() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(1))
    defer { origin.stop() }
    try folder.write(Self.one, to: "k")
    let run = try await Title.build(origin, in: folder, ["--content-key", "k", "--keys", "decrypt"]).run
    #expect(run.code == 5, "\(run.errors)")
  }

  // MARK: - Keys that are left out

  @Test("omitted, keys are not asked for, their lines name files that are not there, and that is no damage")
  func omitted() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(2, keyLine: Title.fairPlay + Title.line))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", "omit"])
    try #require(run.code == 0, "\(run.errors)")
    #expect(origin.requests(for: "/film/key").isEmpty)
    #expect(try bundle.keyFiles().isEmpty)
    #expect(try bundle.keys().map { $0["state"] } == ["omitted", "omitted"])
    let lines = try bundle.keyLines()
    #expect(
      lines.count == 2 && lines.contains { $0.contains("KEYFORMAT=\"com.apple.streamingkeydelivery\"") })
    #expect(lines.allSatisfy { $0.contains("URI=\"../keys/key-") })
    #expect(try bundle.manifest()["streams"]?.items?[0]["inspected"] == false)
    let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
    #expect(verified.code == 0 && !verified.output.contains("warning"), "\(verified.output)")
    #expect(try await bundle.shown()["playableOffline"] == false)
    #expect(try await Program.run(["show", "film.movpkg"], in: folder).output.contains("omitted"))
    let renewed = try await Program.run(["augment", "--renew-keys", "film.movpkg"], in: folder)
    #expect(renewed.code == 0, "\(renewed.errors)")
    #expect(try bundle.keyFiles().isEmpty)
  }

  @Test("another choice about keys is refused on a bundle that is there; without one the first choice stays")
  func again() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(2))
    defer { origin.stop() }
    #expect(try await Title.build(origin, in: folder, ["--keys", "decrypt"]).run.code == 0)
    let same = try await Title.build(origin, in: folder).run
    #expect(same.code == 0 && same.output.contains("there already"), "\(same.output) \(same.errors)")
    for words in [["--keys", "store"], ["--keys", "omit", "--update"]] {
      let other = try await Title.build(origin, in: folder, words).run
      #expect(other.code == 2 && other.errors.contains("--keys decrypt"), "\(other.errors)")
    }
    let update = try await Title.build(origin, in: folder, ["--update"]).run
    #expect(update.code == 0, "\(update.errors)")
    let anew = try await Title.build(origin, in: folder, ["--keys", "store", "--force-overwrites"])
    #expect(anew.run.code == 0, "\(anew.run.errors)")
    #expect(try anew.bundle.keyFiles() == ["keys/key-0.m4s"])
  }

  @Test(
    "what an interrupted run stored encrypted is not taken for clear media",
    arguments: [("store", "decrypt"), ("decrypt", "store")])
  func resumed(first: String, second: String) async throws {
    let folder = try TemporaryFolder("keys")
    let good = try await Title.routes(3)
    let isHealed = Flag()
    let origin = try FaultOrigin.start { request in
      if request.path == "/film/seg2.ts", !isHealed.isSet { return .status(404).delayed(.milliseconds(200)) }
      return good[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    #expect(try await Title.build(origin, in: folder, ["--keys", first]).run.code == 5)
    isHealed.set()
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", second])
    try #require(run.code == 0, "\(run.errors)")
    for number in 0..<3 {
      #expect(try (bundle.segment(number) == TinyTitle.segment(number)) == (second == "decrypt"))
    }
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("a repair of a decrypted bundle restores the same bytes")
  func repaired() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try FaultOrigin.routes(try await Title.routes(3))
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", "decrypt"])
    try #require(run.code == 0, "\(run.errors)")
    let open = try Folder.open(folder.path("film.movpkg"))
    let stream = try bundle.stream()
    let playlist = try bundle.playlist()
    try open.remove("\(stream)/000001.ts")
    try open.writeWhole("\(stream)/playlist.m3u8", [0x23])
    let repair = try await Program.run(["verify", "--repair", "film.movpkg"], in: folder)
    #expect(repair.code == 0, "\(repair.output) \(repair.errors)")
    #expect(try bundle.segment(1) == TinyTitle.segment(1))
    #expect(try bundle.playlist() == playlist)
  }
}
