import Files
import JSON
import Processes
import Support
import Testing

/// What `build` does with its options, over titles of a few handmade segments.
@Suite("build")
struct BuildTests {
  private func build(
    _ arguments: [String], from origin: FaultOrigin, path: String = "/film/master.m3u8",
    in folder: TemporaryFolder
  ) async throws -> Program.Run {
    try await Program.run(["build"] + arguments + [origin.url(path)], in: folder)
  }

  @Test("the name is the title, else the last telling part of the address, else the host")
  func names() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(
        1,
        replacing: [
          "/index.m3u8": .text(TinyTitle.playlist(1).replacing("seg0.ts", with: "/film/seg0.ts"))
        ]))
    defer { origin.stop() }
    #expect(try await build([], from: origin, in: folder).code == 0)
    #expect(try await build([], from: origin, path: "/film/video.m3u8", in: folder).code == 0)
    #expect(try await build([], from: origin, path: "/index.m3u8", in: folder).code == 0)
    #expect(try await build(["--title", "A/B: C?"], from: origin, in: folder).code == 0)
    #expect(try await build(["-P", "deep/er"], from: origin, in: folder).code == 0)
    #expect(try await build(["-o", "exactly"], from: origin, in: folder).code == 0)
    let all = try CommandTests.names(in: folder.path)
    #expect(Set(["film.movpkg", "video.movpkg", "127.0.0.1.movpkg", "deep", "exactly"]).isSubset(of: all))
    #expect(
      all.contains { $0.hasPrefix("A") && $0.hasSuffix(".movpkg") && !$0.contains(":") && !$0.contains("?") })
    #expect(try CommandTests.names(in: folder.path("deep/er")) == ["film.movpkg"])
  }

  @Test("the name of another title is refused, the same title is left alone")
  func existing() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    #expect(try await build(["-o", "film.movpkg"], from: origin, in: folder).code == 0)
    let before = origin.requests.count
    let again = try await build(["-o", "film.movpkg"], from: origin, in: folder)
    #expect(again.code == 0)
    #expect(again.output.contains("is there already"))
    #expect(origin.requests.count == before + 2)
    let other = try await build(["-o", "film.movpkg"], from: origin, path: "/film/video.m3u8", in: folder)
    #expect(other.code == 2)
    #expect(other.errors.contains("another title"))
    try folder.makeFolder("mine")
    try folder.write("x", to: "mine/letter.txt")
    let foreign = try await build(["-o", "mine"], from: origin, in: folder)
    #expect(foreign.code == 2 || foreign.code == 9, "\(foreign.errors)")
    #expect(try folder.text("mine/letter.txt") == "x")
  }

  @Test("a dry run prints the plan and writes nothing")
  func dryRun() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(TinyTitle.routes(2))
    defer { origin.stop() }
    let run = try await build(["--dry-run", "--json"], from: origin, in: folder)
    #expect(run.code == 0)
    #expect(try run.lines().compactMap { $0["type"]?.text } == ["plan", "summary"])
    #expect(try await build(["-s"], from: origin, in: folder).output.contains("variant"))
    #expect(try CommandTests.names(in: folder.path) == [])
    #expect(origin.requests.allSatisfy { $0.path.hasSuffix(".m3u8") })
  }

  @Test("title, metadata and artwork are in the manifest")
  func metadata() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1))
    defer { origin.stop() }
    // The smallest picture: one transparent point.
    let picture: [UInt8] =
      Array("GIF89a".utf8) + [
        1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
        0x3B,
      ]
    try folder.write(picture, to: "cover.bin")
    let run = try await build(
      ["-o", "f.movpkg", "--title", "Ein Film", "--metadata", "year=1931", "--artwork", "cover.bin"],
      from: origin,
      in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try folder.read("f.movpkg/artwork.gif") == picture)
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["title"] == "Ein Film")
    #expect(manifest["metadata"]?["year"] == "1931")
    #expect(manifest["artwork"]?["width"] == 1)
    let notOne = try await build(
      ["-o", "g.movpkg", "--artwork", "f.movpkg/index.m3u8"], from: origin, in: folder)
    #expect(notOne.code == 5)
    #expect(notOne.errors.contains("not a picture"))
  }

  @Test("headers go to the source's origin, and the user agent is ours to set")
  func headers() async throws {
    let folder = try TemporaryFolder("build")
    let other = try FaultOrigin.routes(["/seg0.ts": .file(TinyTitle.segment(0))])
    defer { other.stop() }
    let text = TinyTitle.playlist(1).replacing("seg0.ts", with: other.url("/seg0.ts"))
    let origin = try FaultOrigin.routes(TinyTitle.routes(1, replacing: ["/film/video.m3u8": .text(text)]))
    defer { origin.stop() }
    try folder.write("Authorization: Bearer geheim\nX-One: 1\n", to: "headers")
    let run = try await build(
      ["-H", "@headers", "-A", "Kiosk/1", "-o", "f.movpkg"], from: origin, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      origin.requests.allSatisfy {
        $0.header("authorization") == "Bearer geheim" && $0.header("x-one") == "1"
      })
    #expect(origin.requests.allSatisfy { $0.header("user-agent") == "Kiosk/1" })
    let elsewhere = try #require(other.requests.first)
    #expect(elsewhere.header("authorization") == nil && elsewhere.header("x-one") == nil)
    #expect(elsewhere.header("user-agent") == "Kiosk/1")
    for file in try files(in: folder.path("f.movpkg")) {
      #expect(!(try folder.text("f.movpkg/\(file)")).contains("geheim"), "\(file)")
    }
  }

  @Test("a token in the address is kept nowhere and does not make another title")
  func tokens() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(
        1,
        replacing: [
          "/film/master.m3u8": .text(
            TinyTitle.multivariant.replacing("video.m3u8", with: "video.m3u8?token=verborgen&id=7"))
        ]))
    defer { origin.stop() }
    let first = try await build(
      ["-o", "f.movpkg", "-v"], from: origin, path: "/film/master.m3u8?token=geheim1", in: folder)
    #expect(first.code == 0, "\(first.errors)")
    for file in try files(in: folder.path("f.movpkg")) {
      let text = try folder.text("f.movpkg/\(file)")
      #expect(!text.contains("geheim1") && !text.contains("verborgen"), "\(file)")
    }
    #expect(!first.errors.contains("geheim1") && !first.output.contains("geheim1"))
    let second = try await build(
      ["-o", "f.movpkg"], from: origin, path: "/film/master.m3u8?token=geheim2", in: folder)
    #expect(second.code == 0)
    #expect(second.output.contains("is there already"))
  }

  @Test("keys are stored with mode 0600, a data: key too, and the playlist names them")
  func keys() async throws {
    let folder = try TemporaryFolder("build")
    let key = [UInt8](0..<16)
    let secret = try await AES.encrypted(TinyTitle.segment(0), key: key, sequence: 0)
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\"\n#EXTINF:4,\nseg0.ts\n#EXT-X-DISCONTINUITY\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\nseg1.ts\n#EXT-X-ENDLIST\n"
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(2, replacing: ["/film/video.m3u8": .text(text), "/film/seg0.ts": .file(secret)]))
    defer { origin.stop() }
    let run = try await build(["-o", "f.movpkg"], from: origin, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try folder.read("f.movpkg/keys/key-0.m4s") == key)
    let mode = try FileStatus.of(folder.path("f.movpkg/keys/key-0.m4s"))?.mode
    #expect(mode.map { $0 & 0o777 } == 0o600)
    let playlist = try #require(
      try files(in: folder.path("f.movpkg")).first { $0.hasSuffix("/playlist.m3u8") })
    let local = try folder.text("f.movpkg/\(playlist)")
    #expect(local.contains("#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\""))
    #expect(local.contains("#EXT-X-KEY:METHOD=NONE"))
    for file in try files(in: folder.path("f.movpkg")) {
      #expect(!(try folder.text("f.movpkg/\(file)")).contains("AAECAwQF"), "\(file)")
    }
  }

  @Test("gaps of the source stay gaps: nothing is fetched, an empty file stands there, and it is told")
  func gaps() async throws {
    let folder = try TemporaryFolder("build")
    let text = TinyTitle.playlist(3).replacing(
      "#EXTINF:4.0,\nseg1.ts", with: "#EXT-X-GAP\n#EXTINF:4.0,\nseg1.ts")
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(3, replacing: ["/film/video.m3u8": .text(text), "/film/seg1.ts": .status(404)]))
    defer { origin.stop() }
    let run = try await build(["-o", "f.movpkg"], from: origin, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.contains("1 of 3 segments are gaps"))
    #expect(origin.requests(for: "/film/seg1.ts").isEmpty)
    let empty = try #require(try files(in: folder.path("f.movpkg")).first { $0.hasSuffix("/000001.ts") })
    #expect(try folder.read("f.movpkg/\(empty)") == [])
    #expect(try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))["gaps"] == 1)
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("a disguise is taken off and recorded")
  func disguise() async throws {
    let folder = try TemporaryFolder("build")
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let origin = try FaultOrigin.routes(
      TinyTitle.routes(2, replacing: ["/film/seg1.ts": .file(head + TinyTitle.segment(1), type: "image/png")])
    )
    defer { origin.stop() }
    let run = try await build(["-o", "f.movpkg"], from: origin, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let all = try files(in: folder.path("f.movpkg"))
    let file = try #require(all.first { $0.hasSuffix("/000001.ts") })
    #expect(try folder.read("f.movpkg/\(file)") == TinyTitle.segment(1))
    let listing = try #require(all.first { $0.hasSuffix("stream.json") })
    #expect(try folder.text("f.movpkg/\(listing)").contains("\"disguise\":{\"bytes\":8"))
  }

  @Test("a stop by signal has its own code, and the next run goes on")
  func interrupt() async throws {
    let folder = try TemporaryFolder("build")
    let routes = TinyTitle.routes(20)
    let origin = try FaultOrigin.start { request in
      let response = routes[request.path] ?? .status(404)
      return request.path == "/film/seg9.ts" && request.number == 1 ? .hang : response
    }
    defer { origin.stop() }
    let process = try await Program.start(
      ["build", "--json", "--socket-timeout", "600", "-o", "f.movpkg", origin.url("/film/master.m3u8")],
      in: folder)
    while origin.requests(for: "/film/seg12.ts").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    #expect(process.send(signal: 2))
    let result = await process.wait()
    #expect(result.exitCode == 130)
    let last = String(decoding: result.output, as: UTF8.self).split(separator: "\n").last ?? ""
    #expect(try JSONReader.parse(Array(last.utf8))["exitCode"] == 130)
    #expect(try CommandTests.names(in: folder.path) == ["f.movpkg.partial"])
    let rerun = try await build(["-o", "f.movpkg"], from: origin, in: folder)
    #expect(rerun.code == 0, "\(rerun.errors)")
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test(
    "usage errors are one line and a hint",
    arguments: [
      ["build"], ["build", "--vidio", "best", "x"], ["build", "-N", "0", "x"], ["bild"],
      ["build", "-o", "a", "-P", "b", "x"],
    ])
  func usage(arguments: [String]) async throws {
    let folder = try TemporaryFolder("build")
    let run = try await Program.run(arguments, in: folder)
    #expect(run.code == 2)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count <= 2 && lines.first?.hasPrefix("hlspack: error: ") == true, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("words that match nothing exit 4 and list what there is")
  func nothingMatches() async throws {
    let folder = try TemporaryFolder("build")
    let run = try await Program.run(["build", "--subtitles", "de", Sample.source], in: folder)
    #expect(run.code == 4)
    #expect(
      run.errors.contains("de") && run.errors.contains("fr") && run.errors.contains("en"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("a credential that QUERYPARAM carries into paths is kept nowhere and makes no other title")
  func carriedToken() async throws {
    let folder = try TemporaryFolder("build")
    let text =
      "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"token\"\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nd/{$token}/v.m3u8\n"
    let media = TinyTitle.playlist(1).replacing("seg0.ts", with: "/film/seg0.ts").replacing(
      "\n#EXT-X-ENDLIST", with: "")
    let origin = try FaultOrigin.start { request in
      switch request.path {
      case "/film/master.m3u8": .text(text)
      case "/film/seg0.ts": .file(TinyTitle.segment(0))
      default: request.path.hasSuffix("/v.m3u8") ? .text(media) : .status(404)
      }
    }
    defer { origin.stop() }
    for token in ["geheimEins", "geheimZwei"] {
      let run = try await build(
        ["--json", "-v", "-o", "f.movpkg"], from: origin, path: "/film/master.m3u8?token=\(token)", in: folder
      )
      #expect(run.code == 0, "\(run.errors)")
      #expect(!run.output.contains(token) && !run.errors.contains(token), "\(run.errors)")
      for file in try files(in: folder.path("f.movpkg")) {
        #expect(!(try folder.text("f.movpkg/\(file)")).contains("geheim"), "\(file)")
      }
    }
  }

  @Test("another title or artwork for a bundle that is there is refused, not ignored")
  func otherTitle() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1))
    defer { origin.stop() }
    #expect(try await build(["-o", "f.movpkg", "--title", "One"], from: origin, in: folder).code == 0)
    let other = try await build(["-o", "f.movpkg", "--title", "Two"], from: origin, in: folder)
    #expect(other.code == 2)
    #expect(other.errors.contains("another title"), "\(other.errors)")
  }

  @Test("an MP4 fragment without EXT-X-MAP is refused")
  func fragmentWithoutMap() async throws {
    let folder = try TemporaryFolder("build")
    let fragment: [UInt8] = [0, 0, 0, 8] + Array("moof".utf8) + [0, 0, 0, 8] + Array("mdat".utf8)
    let origin = try FaultOrigin.routes(TinyTitle.routes(2, replacing: ["/film/seg1.ts": .file(fragment)]))
    defer { origin.stop() }
    let run = try await build(["-o", "f.movpkg"], from: origin, in: folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("EXT-X-MAP"), "\(run.errors)")
  }

  @Test("captions that no group has are not promised by the bundle")
  func danglingCaptions() async throws {
    let folder = try TemporaryFolder("build")
    let text = TinyTitle.multivariant.replacing(
      "BANDWIDTH=100000", with: "BANDWIDTH=100000,CLOSED-CAPTIONS=\"cc\"")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1, replacing: ["/film/master.m3u8": .text(text)]))
    defer { origin.stop() }
    #expect(try await build(["-o", "f.movpkg"], from: origin, in: folder).code == 0)
    #expect(!(try folder.text("f.movpkg/index.m3u8")).contains("CLOSED-CAPTIONS"))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test(
    "places that cannot be are usage errors",
    arguments: [["-o", "."], ["-o", "a/.."], ["-P", "letter.txt"]])
  func places(arguments: [String]) async throws {
    let folder = try TemporaryFolder("build")
    try folder.write("x", to: "letter.txt")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1))
    defer { origin.stop() }
    let run = try await build(arguments, from: origin, in: folder)
    #expect(run.code == 2, "\(run.errors)")
    #expect(try CommandTests.names(in: folder.path) == ["letter.txt"])
  }

  @Test("an address may come by a pipe")
  func pipe() async throws {
    let folder = try TemporaryFolder("build")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1))
    defer { origin.stop() }
    let run = try await Program.run(
      ["build", "-o", "f.movpkg", "-"], in: folder, input: origin.url("/film/master.m3u8") + "\n")
    #expect(run.code == 0, "\(run.errors)")
  }
}
