import Files
import JSON
import Support
import Synchronization
import Testing

/// A second build asks whether the playlists are still the same (RFC 9110, 13.1).
@Suite("Playlists that have not changed", .timeLimit(.minutes(10)))
struct ConditionalTests {
  /// An origin that gives every playlist a tag of its text, and answers 304 to who has it.
  private final class Origin: Sendable {
    let server: FaultOrigin
    let box: Box

    init(isLying: Bool = false) throws {
      let title = TinyTitle.routes(3)
      let box = Box()
      self.box = box
      server = try FaultOrigin.start { request in
        guard request.path.hasSuffix(".m3u8") else { return title[request.path] ?? .status(404) }
        let query = request.query.map { "?\($0)" } ?? ""
        let plain =
          request.path == "/film/master.m3u8"
          ? TinyTitle.multivariant.replacing("video.m3u8", with: "video.m3u8\(query)")
          : TinyTitle.playlist(3).replacing(".ts\n", with: ".ts\(query)\n")
        let text = box.texts.withLock { $0[request.path] } ?? plain
        let tag = "\"\(text.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) })\""
        if isLying, box.hasBegun.withLock({ $0 }) { return .status(304, body: "") }
        if request.header("if-none-match") == tag { return .status(304, headers: [("ETag", tag)], body: "") }
        return FaultOrigin.Response.text(text).header("ETag", tag)
      }
    }

    final class Box: Sendable {
      let texts = Mutex<[String: String]>([:])
      let hasBegun = Mutex(false)
    }
  }

  private func build(
    _ origin: Origin, _ words: [String] = [], query: String = "", in folder: TemporaryFolder
  ) async throws -> Program.Run {
    try await Program.run(
      ["build", "--json", "-o", "f.movpkg"] + words + [origin.server.url("/film/master.m3u8\(query)")],
      in: folder)
  }

  @Test("nothing but 304 is fetched the second time, with another token too, and by --update")
  func same() async throws {
    let folder = try TemporaryFolder("conditional")
    let origin = try Origin()
    defer { origin.server.stop() }
    #expect(try await build(origin, in: folder).code == 0)
    let before = try tree("f.movpkg", folder)
    for words in [[], ["--update"], []] {
      let count = origin.server.requests.count
      let run = try await build(origin, words, in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(try run.summary()["bytes"]?.int == 0 && run.summary()["requests"]?.int == 2)
      let asked = origin.server.requests.dropFirst(count)
      #expect(asked.count == 2 && asked.allSatisfy { $0.header("if-none-match") != nil })
    }
    #expect(try tree("f.movpkg", folder) == before)
    #expect(try await Program.sumsFaults(in: folder.path("f.movpkg")) == [])
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    let count = origin.server.requests.count
    #expect(try await build(origin, in: folder).code == 0)
    #expect(origin.server.requests.dropFirst(count).allSatisfy { $0.header("if-none-match") != nil })
  }

  @Test("a token that changed: the tags are asked with, and no address without its token is ever requested")
  func token() async throws {
    let folder = try TemporaryFolder("conditional")
    let origin = try Origin()
    defer { origin.server.stop() }
    #expect(try await build(origin, query: "?token=first-secret", in: folder).code == 0)
    #expect(try await build(origin, query: "?token=first-secret", in: folder).code == 0)
    origin.box.texts.withLock {
      $0["/film/video.m3u8"] = TinyTitle.playlist(2).replacing(".ts\n", with: ".ts?token=second-secret\n")
    }
    let said = try await build(origin, query: "?token=second-secret", in: folder)
    #expect(said.code == 2 && said.errors.contains("2 segments"), "\(said.errors)")
    let run = try await build(origin, ["--update"], query: "?token=second-secret", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(!origin.server.requests.contains { $0.target.contains("REDACTED") })
    for (path, bytes) in try tree("f.movpkg", folder) {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("-secret"), "\(path)")
    }
    #expect(try !folder.text("f.movpkg/state.json").contains("-secret"))
  }

  @Test("what a choice lacks is fetched by whole playlists")
  func otherChoice() async throws {
    let folder = try TemporaryFolder("conditional")
    let origin = try Origin()
    defer { origin.server.stop() }
    #expect(try await build(origin, in: folder).code == 0)
    let other = try await build(origin, ["--title", "Neu"], in: folder)
    #expect(other.code == 2 && other.errors.contains("another title"), "\(other.errors)")
    let forced = try await build(origin, ["--force-overwrites"], in: folder)
    #expect(try forced.code == 0 && (forced.summary()["bytes"]?.int ?? 0) > 0)
    #expect(origin.server.requests.last?.header("if-none-match") == nil)
  }

  @Test("304 to a request without a condition is refused")
  func lying() async throws {
    let folder = try TemporaryFolder("conditional")
    let origin = try Origin(isLying: true)
    defer { origin.server.stop() }
    #expect(try await build(origin, in: folder).code == 0)
    try Folder.open(folder.path).remove("f.movpkg/state.json")
    origin.box.hasBegun.withLock { $0 = true }
    let run = try await build(origin, in: folder)
    #expect(run.code == 5 && run.errors.contains("304"), "\(run.errors)")
  }

  @Test(
    "notes that nobody wrote are not asked with",
    arguments: [
      "\"a\\r\\nX-Injected: 1\"", "\"\\\"\\r\\nX-Injected: 1\\\"\"", "7",
      "\"\\\"" + String(repeating: "a", count: 600) + "\\\"\"",
      "\"bare\"",
    ])
  func hostile(_ tag: String) async throws {
    let folder = try TemporaryFolder("conditional")
    let origin = try Origin()
    defer { origin.server.stop() }
    #expect(try await build(origin, in: folder).code == 0)
    let notes = try JSONReader.parse(try folder.read("f.movpkg/state.json"))
    var text = try folder.text("f.movpkg/state.json")
    for item in notes["playlists"]?.items ?? [] {
      let written = try #require(item["entityTag"]?.text).replacing("\"", with: "\\\"")
      text = text.replacing("\"\(written)\"", with: tag)
    }
    try folder.write(text, to: "f.movpkg/state.json")
    let count = origin.server.requests.count
    #expect(try await build(origin, in: folder).code == 0)
    for request in origin.server.requests.dropFirst(count) {
      #expect(request.header("if-none-match") == nil && request.header("x-injected") == nil)
    }
  }
}
