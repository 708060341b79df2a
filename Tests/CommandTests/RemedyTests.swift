import Files
import JSON
import Processes
import Support
import Testing

/// What the program does when a source refuses, moves or fails while it is at work.
@Suite("Tokens, other places, windows")
struct RemedyTests {
  /// Two places of one stream.
  private static func redundant(_ first: String, _ second: String) -> String {
    """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=100000
    \(first)
    #EXT-X-STREAM-INF:BANDWIDTH=100000
    \(second)

    """
  }

  private func checkWhole(_ bundle: String, _ count: Int, in folder: TemporaryFolder) throws {
    let stored = try files(in: folder.path(bundle)).filter { $0.hasSuffix(".ts") }
    #expect(stored.count == count)
    for (number, file) in stored.enumerated() {
      #expect(try folder.read("\(bundle)/\(file)") == TinyTitle.segment(number), "\(file)")
    }
  }

  /// A title whose playlists name segments with the token that is good when they are fetched; each token is good for
  /// so many segments.
  private func expiring(_ good: Int, count: Int, isSourceGuarded: Bool = false) throws -> FaultOrigin {
    let served = Counter()
    return try FaultOrigin.start { request in
      let token = "geheim\(served.value / good)x"
      switch request.path {
      case "/film/master.m3u8":
        if isSourceGuarded, request.query != "token=\(token)" { return .status(403) }
        return .text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nvideo.m3u8?token=\(token)\n")
      case "/film/video.m3u8":
        return .text(TinyTitle.playlist(count).replacing(".ts\n", with: ".ts?token=\(token)\n"))
      case "/fresh": return .text("\(request.header("host") ?? "")/film/master.m3u8?token=\(token)")
      default:
        guard request.query == "token=\(token)" else { return .status(403) }
        guard let number = Int(request.path.dropFirst("/film/seg".count).dropLast(3)) else {
          return .status(404)
        }
        served.add()
        return .file(TinyTitle.segment(number))
      }
    }
  }

  @Test("a token in the playlists that ends midway is had anew from them")
  func expiringToken() async throws {
    let folder = try TemporaryFolder("remedy")
    let origin = try expiring(3, count: 9)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "-N", "1", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    try checkWhole("film.movpkg", 9, in: folder)
    #expect(origin.requests(for: "/film/video.m3u8").count == 3)
    for file in try files(in: folder.path("film.movpkg")) {
      #expect(
        !String(decoding: try folder.read("film.movpkg/\(file)"), as: UTF8.self).contains("geheim"), "\(file)"
      )
    }
  }

  @Test("a command gives a fresh address when the source refuses the old one, at the start and midway")
  func tokenCommand() async throws {
    let folder = try TemporaryFolder("remedy")
    let origin = try expiring(4, count: 9, isSourceGuarded: true)
    defer { origin.stop() }
    let url = origin.url("/film/master.m3u8?token=geheim-old")
    let refused = try await Program.run(["build", "-o", "film.movpkg", url], in: folder)
    #expect(refused.code == 5 && refused.errors.contains("403"), "\(refused.errors)")
    let command = "test \"$HLSPACK_STATUS\" = 403 && printf 'http://' && curl -fsS \(origin.url("/fresh"))"
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "-N", "1", "--token-command", command, url], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    try checkWhole("film.movpkg", 9, in: folder)
    #expect(origin.requests(for: "/fresh").count == 3)
    #expect(!run.errors.contains("geheim"))
  }

  @Test("a command may give a header field instead")
  func tokenHeader() async throws {
    let folder = try TemporaryFolder("remedy")
    let served = Counter()
    let routes = TinyTitle.routes(6)
    let origin = try FaultOrigin.start { request in
      guard request.header("x-token") == "geheim\(served.value / 3)" else { return .status(401) }
      if request.path.hasSuffix(".ts") { served.add() }
      return routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    try folder.write("0", to: "count")
    let command = "n=$(cat count); echo $((n + 1)) > count; echo \"X-Token: geheim$n\""
    let run = try await Program.run(
      [
        "build", "-o", "film.movpkg", "-N", "1", "--token-command", command, origin.url("/film/master.m3u8"),
      ], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    try checkWhole("film.movpkg", 6, in: folder)
    #expect(try folder.text("count") == "2\n")
  }

  @Test(
    "a command that fails or says nothing of use ends the work with code 1",
    arguments: [("exit 7", "code 7"), ("echo geheim", "neither"), ("kill -9 $$", "signal 9")])
  func failingCommand(command: String, says: String) async throws {
    let folder = try TemporaryFolder("remedy")
    let origin = try FaultOrigin.start { _ in .status(401) }
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "--token-command", command, origin.url("/m.m3u8")], in: folder)
    #expect(run.code == 1, "\(run.errors)")
    #expect(
      run.errors.contains("token command") && run.errors.contains(says) && !run.errors.contains("geheim"))
  }

  @Test("a command cannot put another title in place of the one that was asked for")
  func otherTitle() async throws {
    let folder = try TemporaryFolder("remedy")
    let routes = TinyTitle.routes(2)
    let origin = try FaultOrigin.start { request in
      request.path == "/film/master.m3u8" && request.query == nil
        ? .status(403) : routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let run = try await Program.run(
      [
        "build", "-o", "film.movpkg", "--token-command", "echo \(origin.url("/film/master.m3u8?id=2"))",
        origin.url("/film/master.m3u8"),
      ], in: folder)
    #expect(run.code == 1 && run.errors.contains("another title"), "\(run.errors)")
  }

  @Test("a host that fails midway gives way to the other source of the same variant")
  func failover() async throws {
    let folder = try TemporaryFolder("remedy")
    let second = try FaultOrigin.routes(TinyTitle.routes(8))
    defer { second.stop() }
    let routes = TinyTitle.routes(
      8, replacing: ["/film/master.m3u8": .text(Self.redundant("video.m3u8", second.url("/film/video.m3u8")))]
    )
    let first = try FaultOrigin.start { request in
      guard request.path.hasSuffix(".ts") else { return routes[request.path] ?? .status(404) }
      return ["/film/seg0.ts", "/film/seg1.ts"].contains(request.path)
        ? routes[request.path] ?? .status(404) : .status(503)
    }
    defer { first.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "-R", "1", "-N", "2", first.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("going on from http://127.0.0.1:\(second.port)"), "\(run.errors)")
    try checkWhole("film.movpkg", 8, in: folder)
    let listing = try folder.text(
      "film.movpkg/" + (try files(in: folder.path("film.movpkg")).first { $0.hasSuffix("stream.json") } ?? "")
    )
    #expect(!listing.contains(":\(second.port)"), "the identity of the first is kept")
    #expect(second.requests.count <= 8)
  }

  @Test("a playlist that cannot be had gives way already while planning")
  func failoverOfPlaylist() async throws {
    let folder = try TemporaryFolder("remedy")
    let routes = TinyTitle.routes(
      3, replacing: ["/film/master.m3u8": .text(Self.redundant("gone.m3u8", "video.m3u8"))])
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("/film/gone.m3u8") && run.errors.contains("404"))
    try checkWhole("film.movpkg", 3, in: folder)
  }

  @Test("another source with other segments is not mixed in")
  func otherSegments() async throws {
    let folder = try TemporaryFolder("remedy")
    let routes = TinyTitle.routes(
      3,
      replacing: [
        "/film/master.m3u8": .text(Self.redundant("video.m3u8", "other.m3u8")),
        "/film/other.m3u8": .text(TinyTitle.playlist(2)), "/film/seg2.ts": .status(410),
      ])
    let origin = try FaultOrigin.routes(routes)
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 5, "\(run.errors)")
    #expect(run.errors.contains("/film/seg2.ts") && run.errors.contains("410"))
    #expect(run.errors.contains("cannot stand in"), "\(run.errors)")
  }

  @Test("a pathway that only the steering manifest knows is used when the others fail")
  func steering() async throws {
    let folder = try TemporaryFolder("remedy")
    let good = try FaultOrigin.routes(TinyTitle.routes(3))
    defer { good.stop() }
    let manifest = """
      {"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["clone","a"],"PATHWAY-CLONES":[{"BASE-ID":"a","ID":"clone",
      "URI-REPLACEMENT":{"PER-VARIANT-URIS":{"v":"\(good.url("/film/video.m3u8"))"}}}]}
      """
    let multivariant = """
      #EXTM3U
      #EXT-X-CONTENT-STEERING:SERVER-URI="steer.json",PATHWAY-ID="a"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,PATHWAY-ID="a",STABLE-VARIANT-ID="v"
      video.m3u8

      """
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(
        3,
        replacing: [
          "/film/master.m3u8": .text(multivariant),
          "/film/steer.json": .text(manifest, type: "application/json"),
          "/film/seg1.ts": .status(500),
        ]))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "-R", "0", origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    try checkWhole("film.movpkg", 3, in: folder)
    #expect(origin.requests(for: "/film/steer.json").map(\.query) == ["_HLS_pathway=%22a%22"])
  }

  @Test("--max-time ends a job with code 6, and a rerun goes on")
  func maxTime() async throws {
    let folder = try TemporaryFolder("remedy")
    let isQuick = Flag()
    let routes = TinyTitle.routes(4)
    let origin = try FaultOrigin.start { request in
      request.path == "/film/seg3.ts" && !isQuick.isSet ? .hang : routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let command = ["build", "-o", "film.movpkg", "--max-time", "2", origin.url("/film/master.m3u8")]
    let run = try await Program.run(command, in: folder)
    #expect(run.code == 6 && run.errors.contains("--max-time"), "\(run.errors)")
    #expect(try names(in: folder.path) == ["film.movpkg.partial"])
    isQuick.set()
    #expect(try await Program.run(command, in: folder).code == 0)
    #expect(origin.requests(for: "/film/seg0.ts").count == 1)
  }

  @Test("outside of the window nothing is asked for")
  func window() async throws {
    let folder = try TemporaryFolder("remedy")
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    let now = Instant.now().seconds
    // The program runs in UTC: no zone is set where the tests run it. An hour away is far enough from any boundary.
    func time(_ seconds: Int64) -> String {
      let minutes = (seconds / 60 % 1440 + 1440) % 1440
      let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      return parts.joined(separator: ":")
    }
    let offset = LocalZone.system.secondsEastOfUTC(now)
    let closed = "\(time(now + offset + 3600))-\(time(now + offset + 7200))"
    let arguments = ["--max-time", "2", origin.url("/film/master.m3u8")]
    let waiting = try await Program.run(
      ["build", "-o", "a.movpkg", "--window", closed] + arguments, in: folder)
    #expect(waiting.code == 6, "\(waiting.errors)")
    #expect(waiting.errors.contains("outside of the window"), "\(waiting.errors)")
    #expect(origin.requests.isEmpty)
    let open = "\(time(now + offset - 3600))-\(time(now + offset + 3600))"
    let run = try await Program.run(
      ["build", "-o", "a.movpkg", "--window", open, origin.url("/film/master.m3u8")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test("discretionary work has idle priority in all its threads")
  func discretionary() async throws {
    let folder = try TemporaryFolder("remedy")
    let routes = TinyTitle.routes(1)
    let origin = try FaultOrigin.start { request in
      request.path.hasSuffix(".ts") ? .hang : routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let process = try await Program.start(
      ["build", "--discretionary", "-o", "film.movpkg", origin.url("/film/master.m3u8")], in: folder)
    while origin.requests(for: "/film/seg0.ts").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    let tasks = try Folder.open("/proc/\(process.identifier)/task").entries()
    let policies = try tasks.map { task in
      let stat = String(
        decoding: try OpenFile.open("/proc/\(process.identifier)/task/\(task)/stat").readAll(limit: 4096),
        as: UTF8.self)
      // The 41st field, counted behind the name in parentheses, which is the second.
      return stat.split(separator: ")").last?.split(separator: " ")[38] ?? ""
    }
    process.terminate()
    _ = await process.wait()
    #expect(policies.count > 2 && policies.allSatisfy { $0 == "5" }, "\(policies)")
  }
}
