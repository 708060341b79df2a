import JSON
import Support
import Testing

@Suite("The plan that is printed")
struct PlanTests {
  private func plan(_ run: Program.Run) throws -> JSONValue {
    try #require(try run.lines().first { $0["type"] == "plan" })
  }

  @Test("measured sizes are exact, and each playlist is fetched once")
  func measured() async throws {
    let origin = try FaultOrigin.routes(TinyTitle.routes(3))
    let folder = try TemporaryFolder("plan")
    let url = origin.url("/film/master.m3u8")
    let run = try await Program.run(["show", "--json", "--video", "best", "--measure", url], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try plan(run)["estimatedBytes"] == .integer(Int64(3 * TinyTitle.packets * 188)))
    #expect(origin.requests(for: "/film/master.m3u8").count == 1)
    #expect(origin.requests(for: "/film/video.m3u8").count == 1)
    #expect(origin.requests(for: "/film/seg2.ts").map(\.method) == ["HEAD"])
    let dry = try await Program.run(["build", "-s", "--json", "--measure", "-o", "x", url], in: folder)
    #expect(try plan(dry)["estimatedBytes"] == .integer(Int64(3 * TinyTitle.packets * 188)))
    #expect(try files(in: folder.path).isEmpty)
  }

  @Test("a size that a server does not tell is estimated, with a warning")
  func unmeasured() async throws {
    let origin = try FaultOrigin.start { request in
      if request.method == "HEAD", request.path.hasSuffix("seg1.ts") { return .status(405) }
      return TinyTitle.routes(3)[request.path] ?? .status(404)
    }
    let folder = try TemporaryFolder("plan")
    let run = try await Program.run(
      ["build", "-s", "--json", "--measure", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let plan = try plan(run)
    #expect(plan["estimatedBytes"] == .integer(Int64(3 * TinyTitle.packets * 188)))
    #expect(
      plan["warnings"]?.items?.contains { $0.text?.contains("1 of the segments cannot be had") == true }
        == true)
  }

  @Test(
    "where AVERAGE-BANDWIDTH is honest, estimates are within 2 % of what is stored",
    arguments: [Recipe.shakaFragmentedMP4, .shakaTransportStreams])
  func honestEstimate(recipe: Recipe) async throws {
    let folder = try TemporaryFolder("plan")
    let title = try await Producers.title(recipe)
    let origin = try await Nginx.start(serving: title.folder)
    for video in ["best", "worst"] {
      let run = try await Program.run(
        ["build", "--json", "-o", "\(video).movpkg", "--video", video, origin.url("/master.m3u8")], in: folder
      )
      #expect(run.code == 0, "\(run.errors)")
      let estimated = Double(try #require(try plan(run)["estimatedBytes"]?.int))
      let media = try files(in: folder.path("\(video).movpkg")).filter { file in
        file.contains("/") && ["mp4", "m4s", "ts", "aac"].contains { file.hasSuffix(".\($0)") }
      }
      let stored = Double(try media.reduce(0) { try $0 + folder.read("\(video).movpkg/\($1)").count })
      #expect(media.count >= 6 && abs(estimated - stored) <= 0.02 * stored, "\(estimated) \(stored)")
    }
    await origin.stop()
  }

  @Test("the table marks what is chosen and says why the rest is not")
  func table() async throws {
    let folder = try TemporaryFolder("plan")
    let run = try await Program.run(["show", "--video", "worst", "--audio", "fr", Sample.source], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let rows = run.output.split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("*") && $0.contains("160x90") && $0.contains("worst variant") })
    #expect(rows.contains { $0.hasPrefix(" ") && $0.contains("320x180") && $0.contains("left out") })
    #expect(rows.contains { $0.hasPrefix("*") && $0.contains("Français") && $0.contains("asked for: fr") })
  }

  @Test("a segment over --max-filesize is refused, before anything is fetched where its size is known")
  func limit() async throws {
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(2).merging(["/film/ranges.m3u8": .text(Self.ranges)]) { $1 })
    let folder = try TemporaryFolder("plan")
    let known = try await Program.run(
      ["build", "--max-filesize", "5k", origin.url("/film/ranges.m3u8")], in: folder)
    #expect(
      known.code == 5 && known.errors.contains("/film/seg0.ts: a segment of 9400 bytes"), "\(known.errors)")
    #expect(origin.requests(for: "/film/seg0.ts").isEmpty)
    let coming = try await Program.run(
      ["build", "--max-filesize", "5k", origin.url("/film/master.m3u8")], in: folder)
    #expect(
      coming.code == 5 && coming.errors.contains("larger than the limit of 5,120 bytes"), "\(coming.errors)")
    let nonsense = try await Program.run(["build", "--max-filesize", "much", "x"], in: folder)
    #expect(nonsense.code == 2)
  }

  private static let ranges = """
    #EXTM3U
    #EXT-X-VERSION:4
    #EXT-X-TARGETDURATION:4
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:4,
    #EXT-X-BYTERANGE:9400@0
    seg0.ts
    #EXT-X-ENDLIST

    """
}
