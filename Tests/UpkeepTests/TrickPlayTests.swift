import BundleStore
import Conformance
import Files
import JSON
import Media
import Testing
import Upkeep

/// An I-frame playlist that names parts of another stream's segments.
@Suite("A bundle with an I-frame playlist")
struct TrickPlayTests {
  private static let frames = Film.stream(.iFrames, 9_000, "frames")

  private static let playlist = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-TARGETDURATION:4
    #EXT-X-I-FRAMES-ONLY
    #EXTINF:4,
    ../\(Film.low)/000000.ts
    #EXT-X-BYTERANGE:188@188
    #EXTINF:4,
    ../\(Film.low)/000001.ts
    #EXT-X-ENDLIST

    """

  private func film(_ text: String = playlist) throws -> Film {
    var film = try Film()
    film.playlists[.mediaPlaylist(of: Self.frames)] = text
    film.edit(
      .multivariantPlaylist, "#EXT-X-STREAM-INF:BANDWIDTH=2500000",
      "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"\(Self.frames)/playlist.m3u8\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=2500000")
    film.listings.append(StreamListing(folder: Self.frames, source: Film.site + "frames.m3u8", files: []))
    // First, so that it is met before the stream that it borrows from.
    film.manifest.streams.insert(
      StreamRecord(
        folder: Self.frames, source: Film.site + "frames.m3u8", container: .transportStream, inspected: true),
      at: 0)
    film.manifest.iFrameStreams = [
      ManifestTrickPlay(
        record: VariantRecord(id: "iFrames:\(Self.frames)", uri: "x", bandwidth: 9_000), stream: Self.frames)
    ]
    return film
  }

  @Test("is whole, and tells of it")
  func whole() async throws {
    let place = try Workplace()
    let path = place.at("Film.movpkg")
    let manifest = try film().build(at: path)
    #expect(try await findings(in: path) == [])
    let read = try OfflineBundle.open(path)
    #expect(read.manifest == manifest)
    #expect(read.manifest.iFrameStreams.map(\.stream) == [Self.frames])
    #expect(BundleReport(of: read, at: noon).members["iFrameStreams"]?.items?.count == 1)
    let boot = String(decoding: try read.read(.bootIndex, limit: 1 << 20), as: UTF8.self)
    #expect(!boot.contains(Self.frames.text) && boot.contains(Film.low.text))
  }

  @Test(
    "is damaged when the playlist leads beyond a file, to none, or out of the bundle",
    arguments: [
      ("188@188", "188@189", "hlspack-range-inside", 10),
      ("000001.ts", "000009.ts", "hlspack-reference-local", 10),
      ("../\(Film.low)/000001.ts", "../../x.ts", "hlspack-reference-local", 10),
    ])
  func wrong(_ old: String, _ new: String, _ rule: String, _ line: Int) async throws {
    let place = try Workplace()
    let path = place.at("Film.movpkg")
    try film(Self.playlist.replacing(old, with: new)).build(at: path)
    for level in Verification.Level.allCases {
      #expect(
        try await findings(in: path, level).map(\.brief) == [
          "error \(rule) \(Self.frames)/playlist.m3u8:\(line)"
        ])
    }
  }

  @Test("a stream for playing may not borrow")
  func notForPlaying() async throws {
    let place = try Workplace()
    let path = place.at("Film.movpkg")
    var film = try film()
    film.edit(Film.high, "\n000001.m4s", "\n../\(Film.low)/000001.ts")
    try film.build(at: path)
    #expect(try await findings(in: path).contains { $0.rule == "hlspack-reference-local" })
  }

  @Test("each of its files and of those that it names is found when it is changed")
  func damage() async throws {
    let place = try Workplace()
    let path = place.at("Film.movpkg")
    try film().build(at: path)
    let folder = try Folder.open(path)
    var files = try folder.walk().filter { $0.status.kind == .file }.map(\.path)
    files = files.filter { $0.hasPrefix(Self.frames.text) || $0.hasPrefix(Film.low.text) }
    #expect(files.count == 9)
    for file in files {
      let whole = try folder.readWhole(file, limit: 1 << 20)
      var bytes = whole
      bytes[bytes.count / 2] ^= 0x20
      try folder.writeWhole(file, bytes, durable: false)
      #expect(try await Verdict(on: path, .full).files == [file])
      try folder.remove(file)
      #expect(try await Verdict(on: path, .quick).files == [file])
      try folder.writeWhole(file, whole, durable: false)
    }
    #expect(try await findings(in: path) == [])
  }
}
