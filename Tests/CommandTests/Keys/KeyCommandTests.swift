import Files
import JSON
import Support
import Testing

/// `--key-command`: keys that cannot be fetched come from a command of the user's, or not at all.
@Suite("Key commands")
struct KeyCommandTests {
  private typealias Title = EncryptedTitle
  private static let answer = "{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\",\"expiresAt\":\"2100-01-01T00:00:00Z\"}"

  private func origin(_ line: String = Title.fairPlay) async throws -> FaultOrigin {
    try FaultOrigin.routes(try await Title.routes(2, keyLine: line))
  }

  /// A command that keeps its question in `question` and answers with a file's text.
  private func command(_ answer: String, in folder: TemporaryFolder) throws -> [String] {
    try folder.write(answer, to: "answer")
    return ["--key-command", "cat > question; echo asked >> count; cat answer"]
  }

  @Test("it is asked with all that the line says, and its key is used and kept as one that was fetched")
  func clear() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin()
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, try command(Self.answer, in: folder))
    try #require(run.code == 0, "\(run.errors)")
    let question = try JSONReader.parse(try folder.read("question"))
    #expect(question["uri"] == "skd://k1" && question["method"] == "AES-128" && question["iv"] == nil)
    #expect(question["keyFormat"] == "com.apple.streamingkeydelivery" && question["keyFormatVersions"] == "1")
    #expect(question["bundle"] == "film.movpkg")
    #expect(try question["identity"] == bundle.manifest()["identity"])
    #expect(try folder.text("count") == "asked\n")
    #expect(try folder.read("film.movpkg/keys/key-0.m4s") == Title.key)
    #expect(try bundle.keyLines() == ["#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\""])
    let key = try bundle.keys()[0]
    #expect(key["state"] == "stored" && key["expiresAt"] == "2100-01-01T00:00:00Z")
    #expect(try bundle.manifest()["streams"]?.items?[0]["inspected"] == true)
    #expect(try await bundle.shown()["playableOffline"] == true)
    try ContentKeyTests.expectSecret(Title.key, in: run.output + run.errors + bundle.texts())
    let status = try FileStatus.of(folder.path("film.movpkg/keys/key-0.m4s"))
    #expect(status?.mode == 0o600)
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("with its key media can be decrypted while packing, hexadecimal or not")
  func decrypting() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin()
    defer { origin.stop() }
    let words = try command("{\"key\":\"000102030405060708090A0B0C0D0E0F\"}", in: folder)
    let (run, bundle) = try await Title.build(origin, in: folder, ["--keys", "decrypt"] + words)
    try #require(run.code == 0, "\(run.errors)")
    for number in 0..<2 { #expect(try bundle.segment(number) == TinyTitle.segment(number)) }
    #expect(try bundle.keys().isEmpty)
  }

  @Test("a blob is kept for the players of its system, and the media are not looked into")
  func opaque() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin()
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(
      origin, in: folder, try command("{\"blob\":\"c2VhbGVkIGtleQ==\"}", in: folder))
    try #require(run.code == 0, "\(run.errors)")
    #expect(try folder.text("film.movpkg/keys/key-0.m4s") == "sealed key")
    #expect(
      try bundle.keyLines() == [
        "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\",KEYFORMAT=\"com.apple.streamingkeydelivery\","
          + "KEYFORMATVERSIONS=\"1\""
      ])
    #expect(try bundle.keys()[0]["state"] == "opaque")
    #expect(try bundle.manifest()["streams"]?.items?[0]["inspected"] == false)
    #expect(try bundle.segment(0) != TinyTitle.segment(0))
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    #expect(!(run.output + run.errors).contains("c2VhbGVk"))
    let refused = try await Title.build(
      origin, in: folder, ["--keys", "decrypt"] + command("{\"blob\":\"c2VhbGVkIGtleQ==\"}", in: folder),
      name: "b.movpkg"
    ).run
    #expect(refused.code == 12, "\(refused.errors)")
  }

  @Test("where several systems guard the media, the command says which of them its blob is for")
  func severalSystems() async throws {
    let folder = try TemporaryFolder("keys")
    let playReady =
      "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAAA\",KEYFORMAT=\"com.microsoft.playready\"\n"
    let origin = try await origin(playReady + Title.fairPlay)
    defer { origin.stop() }
    let format = "com.apple.streamingkeydelivery"
    let words = try command("{\"blob\":\"c2VhbGVkIGtleQ==\",\"keyFormat\":\"\(format)\"}", in: folder)
    let (run, bundle) = try await Title.build(origin, in: folder, words)
    try #require(run.code == 0, "\(run.errors)")
    let question = try JSONReader.parse(try folder.read("question"))
    #expect(question["keyFormat"] == "com.microsoft.playready")
    #expect(question["others"] == [["keyFormat": .string(format), "uri": "skd://k1"]])
    let lines = try bundle.keyLines()
    #expect(lines.count == 1 && lines[0].contains(format), "\(lines)")
    #expect(try bundle.keys().map { $0["keyFormat"] } == [.string(format)])
    let renewed = try await Program.run(["augment", "--renew-keys", "film.movpkg"] + words, in: folder)
    #expect(renewed.code == 0, "\(renewed.errors)")
    #expect(try JSONReader.parse(try folder.read("question"))["keyFormat"] == .string(format))
    let playlist = try bundle.playlist()
    try Folder.open(folder.path("film.movpkg")).remove("\(bundle.stream())/playlist.m3u8")
    let repair = try await Program.run(["verify", "--repair", "film.movpkg"], in: folder)
    #expect(repair.code == 0, "\(repair.output) \(repair.errors)")
    #expect(try bundle.playlist() == playlist)
    let same = try await Title.build(origin, in: folder, words).run
    #expect(same.code == 0 && same.output.contains("there already"), "\(same.output) \(same.errors)")
    let other = try command("{\"blob\":\"AA==\",\"keyFormat\":\"org.example\"}", in: folder)
    #expect(try await Title.build(origin, in: folder, other, name: "b.movpkg").run.code == 1)
  }

  @Test("a key that no system guards, at an address that nobody follows, is asked for too")
  func otherScheme() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin("#EXT-X-KEY:METHOD=AES-128,URI=\"skd://k1\"\n")
    defer { origin.stop() }
    let without = try await Title.build(origin, in: folder).run
    #expect(without.code == 12, "\(without.errors)")
    let (run, _) = try await Title.build(origin, in: folder, try command(Self.answer, in: folder))
    #expect(run.code == 0, "\(run.errors)")
    #expect(try JSONReader.parse(try folder.read("question"))["keyFormat"] == "identity")
  }

  /// Answers and endings that are no key, with what is said of them.
  private static let failures: [(command: String, said: String)] = [
    ("exit 3", "ended with code 3"), ("kill -9 $$", "ended by signal 9"), ("true", "is no JSON object"),
    ("echo geheim", "is no JSON object"), ("echo '[]'", "is no JSON object"),
    ("echo '{}'", "neither key nor blob"),
    ("echo '{\"key\":\"Z2VoZWlt\"}'", "a key of 6 bytes, AES-128 needs 16"),
    ("echo '{\"key\":\"geheim!\"}'", "neither Base64 nor hexadecimal"), ("echo '{\"key\":7}'", "no text"),
    ("echo '{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\",\"blob\":\"AA==\"}'", "both key and blob"),
    ("echo '{\"blob\":\"\"}'", "a blob that is not Base64"),
    ("echo '{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\",\"expiresAt\":\"soon\"}'", "no time of RFC 3339"),
    (
      "echo '{\"key\":\"AAECAwQFBgcICQoLDA0ODw==\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}'",
      "expired at 2020"
    ),
    ("printf '{\"blob\":\"'; head -c 800000 /dev/zero | base64 -w0; echo '\"}'", "is longer than"),
    ("printf '{\"blob\":\"'; head -c 600000 /dev/zero | base64 -w0; echo '\"}'", "a blob of 600000 bytes"),
    ("echo geheim >&2; exit 1", "ended with code 1"),
  ]

  @Test(
    "one that fails or answers nonsense is exit 1 with one line, and nothing of its answer is shown",
    arguments: failures.indices)
  func nonsense(_ index: Int) async throws {
    let (command, said) = Self.failures[index]
    let folder = try TemporaryFolder("keys")
    let origin = try await origin()
    defer { origin.stop() }
    let run = try await Title.build(origin, in: folder, ["--key-command", command]).run
    #expect(run.code == 1, "\(run.errors)")
    let errors = run.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(
      errors.count == 1 && errors[0].contains("the key command") && errors[0].contains(said), "\(run.errors)")
    #expect(!run.errors.contains("geheim") && !run.errors.contains("Z2VoZWlt"))
    try ContentKeyTests.expectSecret(Title.key, in: run.output + run.errors)
    #expect(origin.requests(for: "/film/seg0.ts").isEmpty)
  }

  @Test(
    "without one such media are refused by the name of the system, with what may be done",
    arguments: ["store", "decrypt"])
  func refused(handling: String) async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin()
    defer { origin.stop() }
    let run = try await Title.build(origin, in: folder, ["--keys", handling]).run
    #expect(run.code == 12, "\(run.errors)")
    #expect(run.errors.contains("FairPlay"))
    #expect(run.errors.contains("--key-command") && run.errors.contains("--keys omit"), "\(run.errors)")
    #expect(try names(in: folder.path) == [])
  }

  @Test("what comes to a bundle later needs no answer for keys that are there")
  func augmented() async throws {
    let folder = try TemporaryFolder("keys")
    let master = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="video.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="French",LANGUAGE="fr",URI="french.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="a"
      video.m3u8

      """
    let french = TinyTitle.playlist(2, before: Title.fairPlay)
    let origin = try FaultOrigin.routes(
      try await Title.routes(
        2, keyLine: Title.fairPlay,
        replacing: ["/film/master.m3u8": .text(master), "/film/french.m3u8": .text(french)]))
    defer { origin.stop() }
    let built = try await Title.build(
      origin, in: folder, ["--audio", "en"] + command("{\"blob\":\"c2VhbGVkIGtleQ==\"}", in: folder)
    ).run
    try #require(built.code == 0, "\(built.errors)")
    let run = try await Program.run(["augment", "--add-audio", "fr", "film.movpkg"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try Title.Bundle(folder: folder, name: "film.movpkg").keys().count == 1)
    #expect(try folder.text("count") == "asked\n")
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }
}
