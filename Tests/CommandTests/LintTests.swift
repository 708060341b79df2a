import JSON
import Support
import Testing

@Suite("lint")
struct LintTests {
  private func findings(_ run: Program.Run) throws -> [JSONValue] {
    try run.lines().filter { $0["type"] == "finding" }
  }

  /// A multivariant playlist in which no rule finds an error.
  static let multivariant = """
    #EXTM3U
    #EXT-X-VERSION:3
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-STREAM-INF:BANDWIDTH=200000,AVERAGE-BANDWIDTH=150000,CODECS="avc1.64001f,mp4a.40.2",\
    RESOLUTION=640x360,FRAME-RATE=25.000
    video.m3u8

    """

  private func routes(
    _ other: [String: FaultOrigin.Response] = [:]
  ) -> [String: FaultOrigin.Response] {
    [
      "/film/master.m3u8": .text(Self.multivariant), "/film/video.m3u8": .text(TinyTitle.playlist(3)),
    ].merging(other) { $1 }
  }

  @Test("a good source has no errors, in text and in JSON")
  func good() async throws {
    let origin = try FaultOrigin.routes(routes())
    let folder = try TemporaryFolder("lint")
    let text = try await Program.run(["lint", origin.url("/film/master.m3u8")], in: folder)
    #expect(text.code == 0, "\(text.output) \(text.errors)")
    let last = text.output.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("/film/master.m3u8: 0 errors, ") && last.hasSuffix(" in 2 playlists (lenient)"))
    let json = try await Program.run(["lint", "--json", origin.url("/film/master.m3u8")], in: folder)
    let summary = try json.summary()
    #expect(summary["command"] == "lint" && summary["exitCode"] == 0 && summary["mode"] == "lenient")
    #expect(summary["findings"]?["error"] == 0)
    #expect(summary["requests"] == 2)
  }

  @Test("a fault is told with its rule, its line and the fix, and ends with 5")
  func fault() async throws {
    let long = TinyTitle.playlist(3).replacing("#EXTINF:4.0,\nseg1.ts", with: "#EXTINF:9.0,\nseg1.ts")
    let origin = try FaultOrigin.routes(routes(["/film/video.m3u8": .text(long)]))
    let folder = try TemporaryFolder("lint")
    let run = try await Program.run(["lint", "--json", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5, "\(run.output) \(run.errors)")
    let errors = try findings(run).filter { $0["severity"] == "error" }
    #expect(errors.compactMap { $0["rule"]?.text } == ["rfc8216bis-4.4.3.1-target-duration"])
    #expect(errors.first?["file"] == "/film/video.m3u8" && errors.first?["line"] == 7)
    let text = try await Program.run(["lint", "-q", origin.url("/film/master.m3u8")], in: folder)
    #expect(text.output.hasPrefix("error: /film/video.m3u8:7: "))
    #expect(text.output.contains("\n  hint: "))
  }

  @Test(
    "what cannot be reached is never a fault of a playlist",
    arguments: [(404, Int32(5)), (403, Int32(5)), (503, Int32(6))])
  func unreachable(_ status: Int, _ code: Int32) async throws {
    let origin = try FaultOrigin.routes(routes(["/film/video.m3u8": .status(status)]))
    let folder = try TemporaryFolder("lint")
    let run = try await Program.run(
      ["lint", "--json", "-R", "0", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == code, "\(run.output) \(run.errors)")
    let findings = try findings(run)
    #expect(findings.allSatisfy { $0["severity"] != "error" })
    let told = try #require(findings.first { $0["rule"] == "hlspack-not-checked" })
    #expect(told["file"] == "/film/video.m3u8" && told["message"]?.text?.contains("\(status)") == true)
    let gone = try await Program.run(["lint", "-R", "0", origin.url("/film/none.m3u8")], in: folder)
    #expect(gone.code == 5 && gone.output.isEmpty)
  }

  @Test("of a file nothing is fetched, and what is beside it is read")
  func file() async throws {
    let folder = try TemporaryFolder("lint")
    try folder.write(
      Self.multivariant
        + "#EXT-X-STREAM-INF:BANDWIDTH=100000,AVERAGE-BANDWIDTH=90000,CODECS=\"avc1.64001f,mp4a.40.2\","
        + "RESOLUTION=320x180,FRAME-RATE=25.000\nhttp://127.0.0.1:9/far.m3u8\n", to: "m/master.m3u8")
    try folder.write(TinyTitle.playlist(3), to: "m/video.m3u8")
    let run = try await Program.run(["lint", "--json", "m/master.m3u8"], in: folder)
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    let told = try findings(run).filter { $0["rule"] == "hlspack-not-checked" }
    #expect(told.count == 1 && told.first?["file"] == "/far.m3u8")
    #expect(try run.summary()["requests"] == 0)
    #expect(try findings(run).allSatisfy { $0["message"]?.text?.contains("127.0.0.1") == false })
  }

  @Test("a token that a playlist puts into paths is not shown")
  func secrets() async throws {
    let token = "Zq8Planted7Token"
    let master = Self.multivariant.replacing("#EXT-X-VERSION:3", with: "#EXT-X-VERSION:11")
      .replacing("video.m3u8", with: "{$token}/video.m3u8")
      .replacing(
        "#EXT-X-INDEPENDENT-SEGMENTS", with: "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-DEFINE:QUERYPARAM=\"token\""
      )
    let long = TinyTitle.playlist(3).replacing("#EXTINF:4.0,\nseg1.ts", with: "#EXTINF:9.0,\nseg1.ts")
    let folder = try TemporaryFolder("lint")
    for answer in [FaultOrigin.Response.text(long), .status(404)] {
      let origin = try FaultOrigin.routes(
        ["/film/master.m3u8": .text(master), "/film/\(token)/video.m3u8": answer])
      for form in [[], ["--json"]] {
        let run = try await Program.run(
          ["lint", "-R", "0"] + form + [origin.url("/film/master.m3u8?token=\(token)")], in: folder)
        #expect(
          run.code == 5 && run.output.contains("/film/REDACTED/video.m3u8"), "\(run.output) \(run.errors)")
        #expect(!run.output.contains(token) && !run.errors.contains(token))
      }
      #expect(origin.requests(for: "/film/\(token)/video.m3u8").count == 2)
    }
  }

  @Test("--strict makes errors of leniencies, and the report names the mode")
  func strict() async throws {
    let folder = try TemporaryFolder("lint")
    let text = TinyTitle.playlist(3, before: "#EXT-X-INDEPENDENT-SEGMENTS\n")
    try folder.write("\u{FEFF}" + text, to: "v.m3u8")
    let lenient = try await Program.run(["lint", "v.m3u8"], in: folder)
    #expect(lenient.code == 0, "\(lenient.output)")
    #expect(lenient.output.contains("warning: v.m3u8:1: "))
    let strict = try await Program.run(["lint", "--strict", "v.m3u8"], in: folder)
    #expect(strict.code == 5)
    #expect(strict.output.contains("(rfc8216bis-4.1-byte-order-mark)"))
    #expect(strict.output.hasSuffix("(strict)\n"))
  }

  @Test(
    "what is no playlist is told by name", arguments: ["<!DOCTYPE html><html>", "{\"a\": 1}", "song.mp3\n"])
  func foreign(_ text: String) async throws {
    let folder = try TemporaryFolder("lint")
    try folder.write(text, to: "x.m3u8")
    let run = try await Program.run(["lint", "--json", "x.m3u8"], in: folder)
    #expect(run.code == 5)
    #expect(try findings(run).map { $0["rule"]?.text } == ["hlspack-not-a-playlist"])
  }

  @Test("several sources each have their code; a fault goes before what cannot be reached")
  func several() async throws {
    let origin = try FaultOrigin.routes(
      routes(["/gone/master.m3u8": .text(Self.multivariant), "/gone/video.m3u8": .status(503)]))
    let folder = try TemporaryFolder("lint")
    try folder.write("#EXTM3U\n#EXTINF:4,\nx.ts\n", to: "bad.m3u8")
    let run = try await Program.run(
      [
        "lint", "--json", "-R", "0", origin.url("/film/master.m3u8"), origin.url("/gone/master.m3u8"),
        "bad.m3u8",
      ], in: folder)
    #expect(run.code == 5)
    let sources = try #require(try run.summary()["sources"]?.items)
    #expect(sources.map { $0["exitCode"] } == [0, 6, 5])
    #expect(try findings(run).allSatisfy { $0["source"] != nil })
  }

  @Test("every rule is explained, a rule that is not there is a usage error with near ones")
  func explain() async throws {
    let folder = try TemporaryFolder("lint")
    let all = try await Program.run(["lint", "--explain", "all", "--json"], in: folder)
    let rules = try all.lines().filter { $0["type"] == "rule" }
    #expect(all.code == 0 && rules.count > 80)
    for rule in rules {
      #expect(rule["asks"]?.text?.isEmpty == false && rule["why"]?.text?.isEmpty == false)
    }
    let one = try await Program.run(["lint", "--explain", "hlspack-not-checked"], in: folder)
    #expect(one.code == 0 && one.output.hasPrefix("hlspack-not-checked\n  asks: "))
    #expect(one.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let wrong = try await Program.run(["lint", "--explain", "not-checked"], in: folder)
    #expect(wrong.code == 2 && wrong.errors.contains("hlspack-not-checked"))
    #expect(try await Program.run(["lint"], in: folder).code == 2)
  }

  @Test("a bundle is read by its folder, and has no errors")
  func bundle() async throws {
    let folder = try TemporaryFolder("lint")
    let run = try await Program.run(["lint", try await Sample.bundle(in: folder)], in: folder)
    #expect(run.code == 0, "\(run.output)")
  }
}
