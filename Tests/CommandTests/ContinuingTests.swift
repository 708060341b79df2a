import Glibc
import Processes
import Support
import Testing

/// What a second run of a build that failed takes up.
@Suite("Going on from an unfinished bundle")
struct ContinuingTests {
  /// A title whose last segment is refused until the flag is set; addresses carry the token of the multivariant
  /// playlist's.
  private func origin(_ isGood: Flag) throws -> FaultOrigin {
    let routes = TinyTitle.routes(4)
    return try FaultOrigin.start { request in
      let query = request.query.map { "?\($0)" } ?? ""
      switch request.path {
      case "/film/master.m3u8":
        return .text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nvideo.m3u8\(query)\n")
      case "/film/video.m3u8": return .text(TinyTitle.playlist(4).replacing(".ts\n", with: ".ts\(query)\n"))
      case "/film/seg3.ts" where !isGood.isSet: return .status(403).delayed(.milliseconds(300))
      default: return routes[request.path] ?? .status(404)
      }
    }
  }

  private func failed(_ folder: TemporaryFolder, _ origin: FaultOrigin) async throws {
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8?token=first-secret")], in: folder)
    #expect(run.code == 5, "\(run.errors)")
    #expect(try names(in: folder.path) == ["film.movpkg.partial"])
  }

  @Test("an address with a new token is the same title: what is there is not asked for again")
  func newToken() async throws {
    let folder = try TemporaryFolder("continue")
    let isGood = Flag()
    let origin = try origin(isGood)
    defer { origin.stop() }
    try await failed(folder, origin)
    isGood.set()
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8?token=second-secret")], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    for number in 0..<3 { #expect(origin.requests(for: "/film/seg\(number).ts").count == 1) }
    #expect(origin.requests(for: "/film/seg3.ts").last?.query == "token=second-secret")
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
  }

  @Test("--no-continue starts anew")
  func anew() async throws {
    let folder = try TemporaryFolder("continue")
    let isGood = Flag()
    let origin = try origin(isGood)
    defer { origin.stop() }
    try await failed(folder, origin)
    isGood.set()
    let run = try await Program.run(
      ["build", "-o", "film.movpkg", "--no-continue", origin.url("/film/master.m3u8?token=first-secret")],
      in: folder)
    #expect(run.code == 0, "\(run.errors)")
    for number in 0..<3 { #expect(origin.requests(for: "/film/seg\(number).ts").count == 2) }
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }

  @Test("of two runs of one title the second ends at once, or waits and finds it done")
  func twoRuns() async throws {
    let folder = try TemporaryFolder("continue")
    let isGood = Flag()
    let routes = TinyTitle.routes(3)
    let origin = try FaultOrigin.start { request in
      if request.path == "/film/seg2.ts" {
        while !isGood.isSet { usleep(10_000) }
      }
      return routes[request.path] ?? .status(404)
    }
    defer {
      isGood.set()
      origin.stop()
    }
    let command = ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")]
    let first = try await Program.start(command, in: folder)
    while origin.requests(for: "/film/seg2.ts").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    let second = try await Program.run(command, in: folder)
    #expect(second.code == 10, "\(second.errors)")
    #expect(second.errors.contains("another process is working on it"), "\(second.errors)")
    let waiting = try await Program.start(command + ["--wait"], in: folder)
    while !String(decoding: waiting.errorsSoFar, as: UTF8.self).contains("waiting for it") {
      try await Task.sleep(for: .milliseconds(20))
    }
    isGood.set()
    #expect(await first.wait().exitCode == 0)
    let done = await waiting.wait()
    #expect(done.exitCode == 0)
    #expect(String(decoding: done.output, as: UTF8.self).contains("is there already"))
    #expect(origin.requests(for: "/film/seg0.ts").count == 1)
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }
}
