import Files
import Glibc
import Processes
import Support
import Synchronization
import Testing

/// Builds that are stopped or killed, and the runs after them.
@Suite("Stopping a build", .serialized)
struct StopTests {
  private static let count = 12

  /// An origin whose last segment never comes to its end until the flag is set.
  private func origin(_ isGood: Flag) throws -> FaultOrigin {
    let routes = TinyTitle.routes(Self.count)
    return try FaultOrigin.start { request in
      if request.path == "/film/seg\(Self.count - 1).ts", !isGood.isSet {
        return FaultOrigin.Response.stalled(TinyTitle.segment(Self.count - 1), after: 1000)
      }
      return routes[request.path] ?? .status(404)
    }
  }

  /// Waits until the journal of the unfinished bundle tells of so many files.
  private func waitForFiles(_ count: Int, in folder: TemporaryFolder) async throws {
    for _ in 0..<60_000 {
      // Not there yet, or being written.
      let journal = (try? folder.text("film.movpkg.partial/journal")) ?? ""
      if journal.split(separator: "\n").count(where: { $0.contains("\"file\":") }) >= count { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw SupportError("waiting for \(count) files", "they did not come")
  }

  @Test(
    "a signal ends it with its code while the network keeps still; what is whole is not asked for again",
    arguments: [(SIGHUP, 129), (SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signals(_ signal: Int32, _ code: Int32) async throws {
    let folder = try TemporaryFolder("stop")
    let isGood = Flag()
    let origin = try origin(isGood)
    defer { origin.stop() }
    let command = [
      "build", "--socket-timeout", "3600", "-o", "film.movpkg", origin.url("/film/master.m3u8"),
    ]
    let process = try await Program.start(command, in: folder)
    try await waitForFiles(Self.count - 1, in: folder)
    #expect(process.send(signal: signal))
    let result = await process.wait()
    #expect(result.exitCode == code && !result.timedOut)
    #expect(String(decoding: result.errors, as: UTF8.self).contains("run the same command again"))
    #expect(try names(in: folder.path) == ["film.movpkg.partial"])
    isGood.set()
    let again = try await Program.run(command, in: folder)
    #expect(again.code == 0, "\(again.errors)")
    for number in 0..<(Self.count - 1) { #expect(origin.requests(for: "/film/seg\(number).ts").count == 1) }
    #expect(try await Program.run(["verify", "film.movpkg"], in: folder).code == 0)
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }

  @Test("killed at any moment the next run finishes it, and it is whole")
  func kills() async throws {
    let folder = try TemporaryFolder("kill")
    let routes = TinyTitle.routes(Self.count)
    // Which process dies, and at which segment.
    let victim = Mutex<(process: Int32, path: String)?>(nil)
    let origin = try FaultOrigin.start { request in
      victim.withLock { if let it = $0, it.path == request.path { kill(it.process, SIGKILL) } }
      return routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let command = ["build", "-o", "film.movpkg", origin.url("/film/master.m3u8")]
    let started = ContinuousClock.now
    try #require(try await Program.run(command, in: folder).code == 0)
    let span = ContinuousClock.now - started
    func media() throws -> [String: [UInt8]] {
      let open = try Folder.open(folder.path("film.movpkg"))
      var media: [String: [UInt8]] = [:]
      for file in try files(in: open.path) where !["hlspack.json", "SHA256SUMS", "state.json"].contains(file)
      {
        media[file] = try open.readWhole(file, limit: 1 << 20)
      }
      return media
    }
    let expected = try media()
    for round in 0..<18 {
      try Folder.open(folder.path).removeTree("film.movpkg")
      let process = try await Program.start(command, in: folder)
      // By what it has fetched; then by time, to come to the commit too.
      if round < 6 {
        victim.withLock { $0 = (process.identifier, "/film/seg\(round * 2).ts") }
      } else {
        try await Task.sleep(for: span * Double(round - 3) / 14)
        process.send(signal: SIGKILL)
      }
      _ = await process.wait()
      victim.withLock { $0 = nil }
      let again = try await Program.run(command, in: folder)
      #expect(again.code == 0, "round \(round): \(again.errors)")
      #expect(try media() == expected, "round \(round)")
      #expect(try names(in: folder.path) == ["film.movpkg"], "round \(round)")
      let verified = try await Program.run(["verify", "film.movpkg"], in: folder)
      #expect(verified.code == 0, "round \(round): \(verified.output)")
    }
  }
}
