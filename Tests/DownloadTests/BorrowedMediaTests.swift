import Addresses
import BundleStore
import Media
import Playlist
import Testing

@testable import Download

/// Frames of I-frame playlists, found in segments that are stored anyway.
@Suite struct BorrowedMediaTests {
  private static let single = vod(
    "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"800@0\"", "#EXTINF:6,", "#EXT-X-BYTERANGE:500@800",
    "all.mp4?token=a",
    "#EXTINF:6,", "#EXT-X-BYTERANGE:400@1300", "all.mp4?token=a")
  private static let files = vod(
    "#EXTINF:6,", "0.ts", "#EXT-X-GAP", "#EXTINF:6,", "1.ts", "#EXTINF:6,", "2.ts")

  /// What is borrowed of a title of one stream.
  private func borrowed(_ frames: String, from title: String) throws -> BorrowedMedia? {
    let index = MediaIndex(of: [try Planned(title).stream], ignoring: VolatileParameters())
    return index.borrowed(try Planned(frames).pieces)
  }

  @Test("ranges count within the stored file, whatever token the address carries")
  func ranges() throws {
    let frames = vod(
      "#EXT-X-I-FRAMES-ONLY", "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"800@0\"", "#EXTINF:6,",
      "#EXT-X-BYTERANGE:100@850", "all.mp4?token=b", "#EXTINF:6,", "#EXT-X-BYTERANGE:400@1300", "all.mp4")
    let media = try #require(try borrowed(frames, from: Self.single))
    #expect(media.sections == [BorrowedRange(stream: 0, piece: 0, range: nil)])
    #expect(
      media.segments == [
        BorrowedRange(stream: 0, piece: 1, range: ByteRange(offset: 50, length: 100)),
        BorrowedRange(stream: 0, piece: 2, range: nil),
      ])
  }

  @Test(
    "a frame that is not all in one stored file is in none",
    arguments: [
      "#EXT-X-BYTERANGE:501@800\nall.mp4", "#EXT-X-BYTERANGE:100@1250\nall.mp4",
      "#EXT-X-BYTERANGE:9@1695\nall.mp4",
      "all.mp4", "other.mp4",
    ])
  func outside(_ segment: String) throws {
    #expect(try borrowed(vod("#EXT-X-I-FRAMES-ONLY", "#EXTINF:6,", segment), from: Self.single) == nil)
  }

  @Test("nothing is borrowed of gaps, nor for playlists with gaps")
  func gaps() throws {
    let range = "#EXT-X-BYTERANGE:188@0"
    #expect(try borrowed(vod("#EXTINF:6,", range, "2.ts"), from: Self.files) != nil)
    #expect(try borrowed(vod("#EXTINF:6,", range, "1.ts"), from: Self.files) == nil)
    #expect(
      try borrowed(vod("#EXTINF:6,", range, "0.ts", "#EXT-X-GAP", "#EXTINF:6,", "2.ts"), from: Self.files)
        == nil)
  }

  @Test("a section that is stored nowhere stays the stream's own, and a part of a segment may be one")
  func sections() throws {
    let own = vod("#EXT-X-MAP:URI=\"i.mp4\"", "#EXTINF:6,", "#EXT-X-BYTERANGE:100@850", "all.mp4")
    #expect(try borrowed(own, from: Self.single)?.sections == [])
    let tables = vod(
      "#EXT-X-MAP:URI=\"0.ts\",BYTERANGE=\"376@0\"", "#EXTINF:6,", "#EXT-X-BYTERANGE:188@376", "0.ts")
    let part = BorrowedRange(stream: 0, piece: 0, range: ByteRange(offset: 0, length: 376))
    #expect(try borrowed(tables, from: Self.files)?.sections == [part])
  }

  // MARK: - Local playlists

  /// The local playlist of an I-frame playlist over one stored stream.
  /// - Parameter facts: of every stored file.
  private func local(_ frames: String, over title: String, _ facts: PieceFacts) throws -> String {
    let lender = try Planned(title)
    let borrower = try Planned(frames)
    let borrowed = MediaIndex(of: [lender.stream], ignoring: VolatileParameters()).borrowed(borrower.pieces)
    let stream = PlannedStream(
      folder: StreamFolder(kind: .iFrames, bandwidth: 9, identity: Identity(text: "x")), uri: try URI(site),
      identity: Identity(text: "x"), playlist: borrower.stream.playlist, original: [], pieces: [],
      bandwidth: 9,
      estimatedBytes: 0, borrowed: borrowed)
    var state = StreamState(pieces: lender.pieces.count)
    for index in lender.pieces.indices { state.store(facts, at: index) }
    let stored = GatheredStream(
      plan: lender.stream, state: state, names: lender.names,
      listing: StreamListing(folder: lender.stream.folder, source: "", files: []))
    let names = try BorrowedNames(of: stream, in: [stored])
    let text = LocalMediaPlaylist(of: stream, names: [], borrowing: names) { _ in nil }.serialized()
    return String(decoding: text, as: UTF8.self).replacing(lender.stream.folder.text, with: "V")
  }

  private func stored(_ bytes: Int64, disguise: Int64? = nil) -> PieceFacts {
    let plain = facts(bytes, container: .fragmentedMP4)
    return PieceFacts(
      name: plain.name, bytes: bytes, digest: plain.digest, container: plain.container, isInspected: true,
      disguise: disguise.map { StreamFile.Disguise(bytes: $0, kind: "png") }, encoding: nil, sample: [])
  }

  @Test("its playlist names parts of the other stream's files, with all offsets written")
  func names() throws {
    let frames = vod(
      "#EXT-X-I-FRAMES-ONLY", "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"800@0\"", "#EXT-X-BYTERANGE:100@800",
      "#EXTINF:6,", "all.mp4", "#EXTINF:6,one", "#EXT-X-BYTERANGE:50", "all.mp4")
    let text = try local(frames, over: Self.single, stored(500))
    #expect(
      text.hasSuffix(
        """
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="../V/init-0.mp4"
        #EXTINF:6,
        #EXT-X-BYTERANGE:100@0
        ../V/000000.m4s
        #EXTINF:6,one
        #EXT-X-BYTERANGE:50@100
        ../V/000000.m4s
        #EXT-X-ENDLIST

        """), "\(text)")
    guard case .media(let parsed) = try PlaylistParser(name: "p", mode: .strict).parse(Array(text.utf8))
    else {
      throw WrongKind()
    }
    #expect(parsed.warnings.isEmpty)
  }

  @Test("what a segment was disguised as does not count, and a range beyond the stored bytes is refused")
  func disguise() throws {
    let frames = vod("#EXT-X-I-FRAMES-ONLY", "#EXTINF:6,", "#EXT-X-BYTERANGE:188@288", "0.ts")
    let text = try local(frames, over: Self.files, stored(476, disguise: 100))
    #expect(text.contains("#EXT-X-BYTERANGE:188@188\n../V/000000.ts"))
    #expect(
      try local(frames, over: Self.files, stored(188, disguise: 288)).contains("#EXTINF:6,\n../V/000000.ts"))
    for facts in [stored(475), stored(476, disguise: 289)] {
      let error = failure { _ = try local(frames, over: Self.files, facts) }
      #expect(error?.kind == .wrongSource)
      #expect(error?.message.contains("188@288") == true)
    }
  }

  // MARK: - Choice

  private func best(_ sizes: [String], _ limit: String?) throws -> String? {
    let lines = sizes.enumerated().map { number, size in
      let attribute = size.isEmpty ? "" : ",RESOLUTION=\(size)"
      return "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(number + 1)\(attribute),URI=\"\(number).m3u8\""
    }
    let playlist = try Title.parse((["#EXTM3U"] + lines + [""]).joined(separator: "\n"))
    let candidates = try playlist.iFrameStreams.map { stream in
      let uri = try URI(Title.address).resolve(stream.uri)
      let identity = Identity(of: uri, ignoring: VolatileParameters())
      return TrickPlayCandidate(
        source: stream,
        place: TitleMap.Place(
          uri: uri, identity: identity, folder: StreamFolder(kind: .iFrames, bandwidth: 0, identity: identity)
        ))
    }
    return TrickPlayCandidate.best(candidates, notAbove: limit.flatMap { Resolution($0) })?.source.uri
  }

  @Test(
    "the largest size that is not above the primary variant's is the best, else the smallest",
    arguments: [
      (["160x90", "640x360", "1280x720"], "640x360", "1.m3u8"),
      (["160x90", "640x360"], "1920x1080", "1.m3u8"),
      (["1280x720", "640x360"], "320x180", "1.m3u8"), (["", "160x90"], "640x360", "1.m3u8"),
      (["160x90", "160x90"], "640x360", "1.m3u8"), ([], "640x360", nil),
      (["640x360", "160x90"], nil, "0.m3u8"),
    ] as [([String], String?, String?)])
  func choice(_ sizes: [String], _ limit: String?, _ expected: String?) throws {
    #expect(try best(sizes, limit) == expected)
  }
}
