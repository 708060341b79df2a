import Files
import JSON
import Processes
import Support
import Testing

/// `verify --repair` puts right what is damaged, and nothing else.
@Suite("Repair")
struct RepairTests {
  /// What a repair may change: the manifest with its history, the sums over it, the note of the verification.
  private static let changing: Set<String> = ["hlspack.json", "SHA256SUMS", "state.json"]

  private func contents(of bundle: String) throws -> [String: [UInt8]] {
    let open = try Folder.open(bundle)
    var contents: [String: [UInt8]] = [:]
    for file in try files(in: bundle) { contents[file] = try open.readWhole(file, limit: 64 << 20) }
    return contents
  }

  private func stable(_ contents: [String: [UInt8]]) -> [String: [UInt8]] {
    contents.filter { !Self.changing.contains($0.key) }
  }

  private func build(_ origin: FaultOrigin, in folder: TemporaryFolder, _ more: [String] = []) async throws
    -> String
  {
    let run = try await Program.run(
      ["build", "-o", "film.movpkg"] + more + [origin.url("/film/master.m3u8")], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    return folder.path("film.movpkg")
  }

  private func repair(_ bundle: String, in folder: TemporaryFolder, _ more: [String] = []) async throws
    -> Program.Run
  {
    try await Program.run(["verify", "--repair", "--json", "--retries", "0"] + more + [bundle], in: folder)
  }

  private func damage(_ file: String, _ bytes: [UInt8], _ deed: DamageTests.Deed, in folder: Folder) throws {
    var changed = bytes
    switch deed {
    case .remove: return try folder.remove(file)
    case .truncate:
      if changed.isEmpty { changed = [0] } else { changed.removeLast() }
    case .flipFirst:
      if changed.isEmpty { changed = [0] } else { changed[0] ^= 1 }
    case .flipLast:
      if changed.isEmpty { changed = [0] } else { changed[changed.count - 1] ^= 1 }
    }
    try folder.writeWhole(file, changed)
  }

  /// A title of byte ranges, one gap and one encrypted segment.
  private static func mixedRoutes() async throws -> [String: FaultOrigin.Response] {
    let playlist = """
      #EXTM3U
      #EXT-X-VERSION:8
      #EXT-X-TARGETDURATION:4
      #EXT-X-PLAYLIST-TYPE:VOD
      #EXTINF:4.0,
      #EXT-X-BYTERANGE:9400@0
      all.ts
      #EXTINF:4.0,
      #EXT-X-BYTERANGE:9400
      all.ts
      #EXTINF:4.0,
      #EXT-X-BYTERANGE:9400
      all.ts
      #EXTINF:4.0,
      #EXT-X-GAP
      gone.ts
      #EXT-X-DISCONTINUITY
      #EXTINF:4.0,
      seg3.ts
      #EXT-X-KEY:METHOD=AES-128,URI="key.bin"
      #EXTINF:4.0,
      secret.ts
      #EXT-X-ENDLIST

      """
    let key = (0..<16).map { UInt8($0) }
    let secret = try await AES.encrypted(TinyTitle.segment(5), key: key, sequence: 5)
    return TinyTitle.routes(
      4,
      replacing: [
        "/film/video.m3u8": .text(playlist), "/film/key.bin": .file(key), "/film/secret.ts": .file(secret),
        "/film/all.ts": .file(TinyTitle.segment(0) + TinyTitle.segment(1) + TinyTitle.segment(2)),
      ])
  }

  @Test(
    "every file in turn, removed, cut, or with a byte flipped, comes back",
    arguments: DamageTests.Deed.allCases)
  func everyFile(deed: DamageTests.Deed) async throws {
    let folder = try TemporaryFolder("repair")
    let routes = try await Self.mixedRoutes()
    let origin = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    let original = try contents(of: bundle)
    let open = try Folder.open(bundle)
    for file in original.keys.sorted() where file != "state.json" && file != "hlspack.json" {
      try damage(file, try open.readWhole(file, limit: 64 << 20), deed, in: open)
      let run = try await repair(bundle, in: folder)
      #expect(run.code == 0, "\(deed) \(file): \(run.output) \(run.errors)")
      #expect(try run.lines().contains { $0["type"]?.text == "repaired" }, "\(deed) \(file)")
      #expect(stable(try contents(of: bundle)) == stable(original), "\(deed) \(file)")
      #expect(try names(in: folder.path) == ["film.movpkg"], "\(deed) \(file)")
    }
    #expect(try await Program.sumsFaults(in: bundle).isEmpty)
  }

  @Test("only playlists and damaged pieces are asked for, adjacent ranges in one request")
  func requests() async throws {
    let folder = try TemporaryFolder("repair")
    let routes = try await Self.mixedRoutes()
    let origin = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    let original = try contents(of: bundle)
    let before = (
      ranges: origin.requests(for: "/film/all.ts").count, whole: origin.requests(for: "/film/seg3.ts").count
    )
    let open = try Folder.open(bundle)
    for file in original.keys where file.hasSuffix("000001.ts") || file.hasSuffix("000002.ts") {
      try open.remove(file)
    }
    let run = try await repair(bundle, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try run.summary()["requests"] == 3)
    #expect(try run.summary()["bytes"]?.int.map { $0 >= 18_800 } == true)
    let ranges = origin.requests(for: "/film/all.ts").dropFirst(before.ranges)
    #expect(ranges.map { $0.header("range") } == ["bytes=9400-28199"])
    #expect(origin.requests(for: "/film/seg3.ts").count == before.whole)
    #expect(stable(try contents(of: bundle)) == stable(original))
    let whole = try await repair(bundle, in: folder)
    #expect(whole.code == 0)
    #expect(try whole.summary()["requests"] == 0)
  }

  @Test("what the origin has now is not what was packed: code 5, nothing is changed")
  func otherBytes() async throws {
    let folder = try TemporaryFolder("repair")
    let hasChanged = Counter()
    let routes = TinyTitle.routes(4)
    let origin = try FaultOrigin.start { request in
      if hasChanged.value > 0, request.path == "/film/seg2.ts" { return .file(TinyTitle.segment(9)) }
      return routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    hasChanged.add()
    let open = try Folder.open(bundle)
    for file in try files(in: bundle) where file.hasSuffix("1.ts") || file.hasSuffix("2.ts") {
      try open.remove(file)
    }
    let damaged = try contents(of: bundle)
    let run = try await repair(bundle, in: folder)
    #expect(run.code == 5, "\(run.output) \(run.errors)")
    #expect(run.errors.contains("000002.ts"), "\(run.errors)")
    #expect(
      try contents(of: bundle).filter { $0.key != "state.json" } == damaged.filter { $0.key != "state.json" })
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }

  @Test("an origin that is gone is code 6; another that has the title is named with --source")
  func source() async throws {
    let folder = try TemporaryFolder("repair")
    let routes = TinyTitle.routes(4)
    let origin = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    let bundle = try await build(origin, in: folder)
    origin.stop()
    let original = try contents(of: bundle)
    let media = try #require(original.keys.first { $0.hasSuffix("000001.ts") })
    try Folder.open(bundle).remove(media)
    let gone = try await repair(bundle, in: folder)
    #expect(gone.code == 6, "\(gone.output) \(gone.errors)")
    #expect(try names(in: folder.path) == ["film.movpkg"])
    let other = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    defer { other.stop() }
    let run = try await repair(bundle, in: folder, ["--source", other.url("/film/master.m3u8")])
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    #expect(stable(try contents(of: bundle)) == stable(original))
  }

  @Test("a bundle in use is left alone, and so is one whose manifest was changed")
  func refusals() async throws {
    let folder = try TemporaryFolder("repair")
    let routes = TinyTitle.routes(3)
    let origin = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    let open = try Folder.open(bundle)
    let media = try #require(try files(in: bundle).first { $0.hasSuffix("000001.ts") })
    try open.remove(media)
    do {
      let lock = try FolderLock.acquire(bundle)
      #expect(try await repair(bundle, in: folder).code == 10)
      withExtendedLifetime(lock) {}
    }
    var manifest = try open.readWhole("hlspack.json", limit: 1 << 20)
    manifest[manifest.count / 2] ^= 1
    try open.writeWhole("hlspack.json", manifest)
    #expect(try await repair(bundle, in: folder).code == 7)
    #expect(try open.readWhole("hlspack.json", limit: 1 << 20) == manifest)
    #expect(try await Program.run(["verify", "--source", "x", bundle], in: folder).code == 2)
  }

  @Test("stopped or killed midway nothing is changed, and the next run finishes", arguments: [Int32(2), 9])
  func stopped(signal: Int32) async throws {
    let folder = try TemporaryFolder("repair")
    let (hangs, heals) = (Flag(), Flag())
    let routes = TinyTitle.routes(4)
    let origin = try FaultOrigin.start { request in
      if hangs.isSet, !heals.isSet, request.path == "/film/seg3.ts" { return .hang }
      return routes[request.path] ?? .status(404)
    }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    let original = try contents(of: bundle)
    let open = try Folder.open(bundle)
    for file in original.keys where file.hasSuffix("0.ts") || file.hasSuffix("3.ts") { try open.remove(file) }
    let damaged = try contents(of: bundle)
    let before = origin.requests(for: "/film/seg3.ts").count
    hangs.set()
    let process = try await Program.start(
      ["verify", "--repair", "--socket-timeout", "600", bundle], in: folder)
    while origin.requests(for: "/film/seg3.ts").count == before {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(process.send(signal: signal))
    let result = await process.wait()
    if signal == 2 { #expect(result.exitCode == 130) }
    #expect(stable(try contents(of: bundle)) == stable(damaged))
    heals.set()
    let run = try await repair(bundle, in: folder)
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    #expect(stable(try contents(of: bundle)) == stable(original))
    #expect(try names(in: folder.path) == ["film.movpkg"])
  }

  @Test("files of others stay")
  func foreignFiles() async throws {
    let folder = try TemporaryFolder("repair")
    let routes = TinyTitle.routes(3)
    let origin = try FaultOrigin.start { routes[$0.path] ?? .status(404) }
    defer { origin.stop() }
    let bundle = try await build(origin, in: folder)
    let open = try Folder.open(bundle)
    try open.writeWhole("notes.txt", [0x31])
    let media = try #require(try files(in: bundle).first { $0.hasSuffix("000001.ts") })
    try open.remove(media)
    #expect(try await repair(bundle, in: folder).code == 0)
    #expect(try files(in: bundle).contains("notes.txt"))
  }
}
