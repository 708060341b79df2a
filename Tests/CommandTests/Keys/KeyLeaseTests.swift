import Files
import JSON
import Support
import Testing

/// Keys that end: when, what is then, and how they are renewed.
@Suite("Key leases")
struct KeyLeaseTests {
  private typealias Title = EncryptedTitle

  /// Answers with a new blob each time, and with the end that a file tells.
  private static let changing =
    "cat > /dev/null; echo x >> count; printf '{\"blob\":\"%s\",\"expiresAt\":\"%s\"}' \"$(base64 < count | tr -d '\\n')\" \"$(cat end)\""

  private func origin(_ line: String, key: [UInt8] = Title.key) async throws -> FaultOrigin {
    try FaultOrigin.routes(try await Title.routes(2, keyLine: line, key: key))
  }

  /// All files but those that any change writes anew.
  private func contents(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for file in try files(in: folder.path("film.movpkg"))
    where !["hlspack.json", "SHA256SUMS"].contains(file) {
      contents[file] = try folder.read("film.movpkg/\(file)")
    }
    return contents
  }

  @Test("a bundle whose key has ended does not play offline, and verify says so with exit 8")
  func expired() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin(Title.line)
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--key-expires", "2020-01-01T00:00:00Z"])
    try #require(run.code == 0, "\(run.errors)")
    let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
    #expect(verified.code == 8, "\(verified.output)")
    #expect(verified.output.contains("hlspack-key-expired") && verified.errors.contains("a key has expired"))
    let lines = try await Program.run(["verify", "--json", "film.movpkg"], in: folder).lines()
    #expect(lines.contains { $0["rule"] == "hlspack-key-expired" && $0["severity"] == "warning" })
    #expect(lines.last?["exitCode"] == 8)
    let shown = try await bundle.shown()
    #expect(shown["playableOffline"] == false && shown["state"] == "complete")
    #expect(shown["keys"]?.items?[0]["expiresAt"] == "2020-01-01T00:00:00Z")
    let text = try await Program.run(["show", "film.movpkg"], in: folder)
    #expect(text.code == 0 && text.output.contains("expired at 2020-01-01T00:00:00Z"), "\(text.output)")
  }

  @Test("renewed, a key that is the same gets its new end, and nothing else is touched")
  func renewed() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin(Title.line)
    defer { origin.stop() }
    let (run, bundle) = try await Title.build(origin, in: folder, ["--key-expires", "2020-01-01"])
    try #require(run.code == 0, "\(run.errors)")
    let before = try contents(folder)
    let asked = origin.requests(for: "/film/seg0.ts").count
    let renewal = try await Program.run(
      ["augment", "--renew-keys", "--key-expires", "30d", "film.movpkg"], in: folder)
    #expect(renewal.code == 0, "\(renewal.errors)")
    #expect(try contents(folder) == before)
    #expect(origin.requests(for: "/film/seg0.ts").count == asked)
    #expect(origin.requests(for: "/film/key").count == 2)
    let end = try #require(try bundle.keys()[0]["expiresAt"]?.text.flatMap { Instant(rfc3339: $0) })
    let commit = try #require(
      try bundle.manifest()["history"]?.items?.last?["at"]?.text.flatMap { Instant(rfc3339: $0) })
    #expect(abs(end.seconds - commit.seconds - 30 * 86_400) < 60)
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    #expect(try await bundle.shown()["playableOffline"] == true)
  }

  @Test("renewed, a blob that is another one takes the place of the old one in one change of the bundle")
  func renewedBlob() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin(Title.fairPlay)
    defer { origin.stop() }
    try folder.write("2099-01-01T00:00:00Z", to: "end")
    let words = ["--shared-keys", "--key-command", Self.changing]
    let (run, bundle) = try await Title.build(origin, in: folder, words)
    try #require(run.code == 0, "\(run.errors)")
    let before = try contents(folder)
    try folder.write("2100-01-01T00:00:00Z", to: "end")
    let renewal = try await Program.run(
      ["augment", "--renew-keys", "--key-command", Self.changing, "film.movpkg"], in: folder)
    #expect(renewal.code == 0, "\(renewal.errors)")
    let after = try contents(folder)
    #expect(after["keys/key-0.m4s"] == Array("x\nx\n".utf8) && before["keys/key-0.m4s"] == Array("x\n".utf8))
    #expect(after.filter { $0.key != "keys/key-0.m4s" } == before.filter { $0.key != "keys/key-0.m4s" })
    #expect(try FileStatus.of(folder.path("film.movpkg/keys/key-0.m4s"))?.mode == 0o644)
    #expect(try bundle.keys()[0]["expiresAt"] == "2100-01-01T00:00:00Z")
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    #expect(try await Program.sumsFaults(in: folder.path("film.movpkg")) == [])
    #expect(try names(in: folder.path("film.movpkg/keys")) == ["key-0.m4s"])
    let failed = try await Program.run(
      ["augment", "--renew-keys", "--key-command", "exit 9", "film.movpkg"], in: folder)
    #expect(failed.code == 1, "\(failed.errors)")
    let none = try await Program.run(["augment", "--renew-keys", "film.movpkg"], in: folder)
    #expect(none.code == 12 && none.errors.contains("FairPlay"), "\(none.errors)")
    #expect(try contents(folder) == after)
  }

  @Test("a key that comes with other bytes, or in another form, is refused, and nothing is changed")
  func changed() async throws {
    let folder = try TemporaryFolder("keys")
    let first = try await origin(Title.line)
    let (run, _) = try await Title.build(first, in: folder)
    first.stop()
    try #require(run.code == 0, "\(run.errors)")
    let before = try contents(folder)
    let manifest = try folder.read("film.movpkg/hlspack.json")
    let second = try await origin(Title.line, key: [UInt8](repeating: 3, count: 16))
    defer { second.stop() }
    let other = try await Program.run(
      ["augment", "--renew-keys", "--source", second.url("/film/master.m3u8"), "film.movpkg"], in: folder)
    #expect(other.code == 5, "\(other.errors)")
    #expect(try contents(folder) == before && folder.read("film.movpkg/hlspack.json") == manifest)
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("it goes alone")
  func alone() async throws {
    let folder = try TemporaryFolder("keys")
    let origin = try await origin(Title.line)
    defer { origin.stop() }
    #expect(try await Title.build(origin, in: folder).run.code == 0)
    for words in [["--set-title", "Film"], ["--dry-run"], ["--add-audio", "fr"]] {
      let run = try await Program.run(["augment", "--renew-keys", "film.movpkg"] + words, in: folder)
      #expect(run.code == 2, "\(words) \(run.errors)")
    }
  }
}
