import Files
import JSON
import Support
import Testing

/// `build --trick-play` over handmade titles: what is fetched, what is refused.
@Suite("Trick play over the network")
struct TrickPlayFetchTests {
  private static let line =
    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,CODECS=\"avc1.42C01E\",PATHWAY-ID=\"a\",VIDEO=\"angles\",URI=\"frames.m3u8\"\n"
  private static let head = "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n"

  /// A title whose second file of the same media is packed by no variant.
  private func routes(
    _ frames: String, lines: String = TrickPlayFetchTests.line, before: String = "",
    _ more: [String: FaultOrigin.Response] = [:]
  ) -> [String: FaultOrigin.Response] {
    TinyTitle.routes(
      3,
      replacing: [
        "/film/master.m3u8": .text(TinyTitle.multivariant + lines),
        "/film/frames.m3u8": .text(Self.head + frames),
        "/film/other.ts": .file(TinyTitle.segment(9)),
      ].merging(more) { $1 }, before: before)
  }

  private func build(
    _ origin: FaultOrigin, _ folder: TemporaryFolder, _ more: [String] = []
  ) async throws -> Program.Run {
    try await Program.run(
      ["build", "--trick-play", "-R", "0", "-o", "f.movpkg"] + more + [origin.url("/film/master.m3u8")],
      in: folder)
  }

  private func playlist(_ digit: Int, in folder: TemporaryFolder) throws -> (folder: String, text: String) {
    let path = try #require(
      try files(in: folder.path("f.movpkg")).first { $0.hasPrefix("\(digit)-") && $0.hasSuffix(".m3u8") })
    return (String(path.prefix { $0 != "/" }), try folder.text("f.movpkg/\(path)"))
  }

  @Test("where no media of it are packed, its frames are fetched as files of its own")
  func fetched() async throws {
    let folder = try TemporaryFolder("trick")
    let frames =
      "#EXTINF:4,\n#EXT-X-BYTERANGE:376@188\nother.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:188\nother.ts\n"
    let origin = try FaultOrigin.routes(routes(frames + "#EXT-X-ENDLIST\n"))
    defer { origin.stop() }
    let run = try await build(origin, folder, ["--json"])
    try #require(run.code == 0, "\(run.errors)")
    let local = try playlist(4, in: folder)
    #expect(local.text.contains("#EXTINF:4,\n000000.ts\n#EXTINF:4,\n000001.ts\n#EXT-X-ENDLIST\n"))
    #expect(try folder.read("f.movpkg/\(local.folder)/000000.ts") == Array(TinyTitle.segment(9)[188..<564]))
    #expect(try folder.read("f.movpkg/\(local.folder)/000001.ts") == Array(TinyTitle.segment(9)[564..<752]))
    let index = try folder.text("f.movpkg/index.m3u8")
    #expect(
      index.contains(
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,CODECS=\"avc1.42C01E\",URI=\"\(local.folder)/playlist.m3u8\"\n"
      ))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try folder.text("f.movpkg/boot.xml").contains(local.folder))
    let id = "iFrames:\(local.folder)"
    let progress = try #require(try run.lines().last { $0["type"] == "progress" })
    let part = try #require(progress["selections"]?.items?.first { $0["id"]?.text == id })
    #expect(part["fraction"] == 1 && part["bytes"] == 564 && part["expectedTimeRange"] == [0, 8])
    #expect(try run.lines().first?["iFrameStreams"]?.items?.first?["estimatedBytes"] == 564)
  }

  @Test("a range beyond the end of a packed segment fails the build")
  func beyond() async throws {
    let folder = try TemporaryFolder("trick")
    let origin = try FaultOrigin.routes(
      routes("#EXTINF:4,\n#EXT-X-BYTERANGE:376@9212\nseg1.ts\n#EXT-X-ENDLIST\n"))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == 5 && run.errors.contains("376@9212 is not within /film/seg1.ts"), "\(run.errors)")
    #expect(try names(in: folder.path) == ["f.movpkg.partial"])
  }

  @Test("over packed AES-128 segments its KEY lines are local and its ranges stay")
  func encrypted() async throws {
    let folder = try TemporaryFolder("trick")
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n"
    let bytes: [UInt8] = Array(0..<16)
    var more: [String: FaultOrigin.Response] = ["/film/key": .file(bytes)]
    for number in 0..<3 {
      let secret = try await AES.encrypted(TinyTitle.segment(number), key: bytes, sequence: UInt8(number))
      more["/film/seg\(number).ts"] = .file(secret)
    }
    let frames = key + "#EXTINF:4,\n#EXT-X-BYTERANGE:384@16\nseg1.ts\n#EXT-X-ENDLIST\n"
    let origin = try FaultOrigin.routes(routes(frames, before: key, more))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    try #require(run.code == 0, "\(run.errors)")
    let local = try playlist(4, in: folder)
    #expect(local.text.contains("#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\"\n"))
    #expect(local.text.contains("#EXT-X-BYTERANGE:384@16\n../0-100000-"))
    #expect(local.text.contains("/000001.ts\n"))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("frames of AES-128 media that are not packed are refused with the reason")
  func refused() async throws {
    let folder = try TemporaryFolder("trick")
    let frames =
      "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:4,\n#EXT-X-BYTERANGE:384@16\nother.ts\n#EXT-X-ENDLIST\n"
    let origin = try FaultOrigin.routes(routes(frames))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == 5)
    #expect(run.errors.contains("/film/frames.m3u8") && run.errors.contains("cannot be decrypted alone"))
    #expect(run.errors.contains("pack the variant"))
    #expect(origin.requests.allSatisfy { $0.path.hasSuffix(".m3u8") })
  }

  @Test("a playlist that is live or gone fails the build, and a source without any is told")
  func absent() async throws {
    let folder = try TemporaryFolder("trick")
    let live = try FaultOrigin.routes(routes("#EXTINF:4,\nother.ts\n"))
    defer { live.stop() }
    #expect(try await build(live, folder).code == 5)
    let gone = try FaultOrigin.routes(routes("", lines: Self.line, ["/film/frames.m3u8": .status(404)]))
    defer { gone.stop() }
    #expect(try await build(gone, folder).code == 5)
    let none = try FaultOrigin.routes(routes("", lines: ""))
    defer { none.stop() }
    let run = try await build(none, folder)
    #expect(run.code == 0 && run.errors.contains("names no I-frame or image playlists"), "\(run.errors)")
  }

  @Test("one that is gone or protected does not matter where another does as well")
  func standIns() async throws {
    let folder = try TemporaryFolder("trick")
    let other = Self.line.replacing("frames.m3u8", with: "gone.m3u8")
    let system = "KEYFORMAT=\"com.apple.streamingkeydelivery\""
    let frames = "#EXTINF:4,\n#EXT-X-BYTERANGE:376@188\nseg0.ts\n#EXT-X-ENDLIST\n"
    let origin = try FaultOrigin.routes(
      routes(
        frames, lines: other + Self.line + Self.line.replacing("frames.m3u8", with: "drm.m3u8"),
        [
          "/film/drm.m3u8": .text(
            Self.head
              + "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",\(system)\n#EXTINF:4,\nother.ts\n#EXT-X-ENDLIST\n"
          )
        ]))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == 0 && run.errors.contains("gone.m3u8"), "\(run.errors)")
    let local = try playlist(4, in: folder)
    #expect(local.text.contains("#EXT-X-BYTERANGE:376@188\n../0-100000-"))
    let lines = try folder.text("f.movpkg/index.m3u8").split(separator: "\n")
    #expect(lines.count { $0.contains("I-FRAME-STREAM-INF") } == 1)
  }

  @Test("of image playlists the largest is packed, picture by picture")
  func images() async throws {
    let folder = try TemporaryFolder("trick")
    try await Tools.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=1:duration=8", "-vf",
        "tile=2x2",
        "-q:v", "5", folder.path("tile-%d.jpg"),
      ], in: folder.path)
    func line(_ name: String, _ size: String) -> String {
      "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=20000,CODECS=\"jpeg\",RESOLUTION=\(size),URI=\"\(name).m3u8\"\n"
    }
    let tiles = "#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=2x2,DURATION=1\n"
    let pictures =
      "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-IMAGES-ONLY\n"
      + "#EXTINF:4,\n\(tiles)tile-1.jpg\n#EXTINF:4,\n\(tiles)tile-2.jpg\n#EXT-X-ENDLIST\n"
    let origin = try FaultOrigin.routes(
      routes(
        "", lines: line("small", "80x45") + line("big", "160x90"),
        [
          "/film/big.m3u8": .text(pictures), "/film/tile-1.jpg": .file(try folder.read("tile-1.jpg")),
          "/film/tile-2.jpg": .file(try folder.read("tile-2.jpg")),
        ]))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    try #require(run.code == 0, "\(run.errors)")
    let local = try playlist(5, in: folder)
    #expect(local.text.contains("#EXT-X-IMAGES-ONLY\n"))
    #expect(local.text.contains("#EXTINF:4,\n\(tiles)000001.jpg\n"))
    #expect(try folder.read("f.movpkg/\(local.folder)/000001.jpg") == folder.read("tile-2.jpg"))
    let index = try folder.text("f.movpkg/index.m3u8")
    #expect(index.contains("RESOLUTION=160x90,URI=\"\(local.folder)/playlist.m3u8\""))
    #expect(!index.contains("80x45"))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    let manifest = try JSONReader.parse(try folder.read("f.movpkg/hlspack.json"))
    #expect(manifest["imageStreams"]?.items?.first?["stream"]?.text == local.folder)
    #expect(manifest["streams"]?.items?.first { $0["kind"] == "images" }?["container"] == "jpeg")
    #expect(!origin.requests.contains { $0.path.contains("small") })
  }

  @Test("what is no picture in an image playlist fails the build")
  func notPictures() async throws {
    let folder = try TemporaryFolder("trick")
    let origin = try FaultOrigin.routes(
      routes(
        "", lines: "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,CODECS=\"jpeg\",RESOLUTION=1x1,URI=\"i.m3u8\"\n",
        [
          "/film/i.m3u8": .text(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-IMAGES-ONLY\n#EXTINF:4,\nother.ts\n#EXT-X-ENDLIST\n")
        ]))
    defer { origin.stop() }
    let run = try await build(origin, folder)
    #expect(run.code == 5 && run.errors.contains("not an image"), "\(run.errors)")
  }
}
