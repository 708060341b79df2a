import Addresses
import Playlist
import Testing

@testable import Download

@Suite struct PiecePlannerTests {
  private static func roles(_ planned: Planned) -> [Piece.Role] { planned.pieces.map(\.role) }

  @Test("addresses are resolved against the URL that answered, clamped at its root")
  func addresses() throws {
    let planned = try Planned(
      vod(
        "#EXTINF:6,", "seq/1.ts?x=1", "#EXTINF:6,", "../../../../c/1.ts", "#EXTINF:6,", "//b.example.com/d.ts"
      ),
      at: "https://a.example.com/s/v/i.m3u8?token=1")
    #expect(
      planned.pieces.map(\.uri.text) == [
        "https://a.example.com/s/v/seq/1.ts?x=1", "https://a.example.com/c/1.ts",
        "https://b.example.com/d.ts",
      ])
  }

  @Test("pieces know their time and sequence number")
  func times() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-MEDIA-SEQUENCE:40", "#EXT-X-MAP:URI=\"i\"", "#EXTINF:6,", "a", "#EXTINF:4.5,", "b",
        "#EXTINF:1,",
        "c"))
    #expect(planned.pieces.map(\.start) == [0, 0, 6, 10.5])
    #expect(planned.pieces.map(\.duration) == [0, 6, 4.5, 1])
    #expect(planned.pieces.map(\.sequence) == [40, 40, 41, 42])
  }

  @Test("a key without IV takes the media sequence number, big-endian over 16 bytes")
  func implicitIV() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-MEDIA-SEQUENCE:258", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXTINF:6,", "a", "#EXTINF:6,",
        "b"))
    let zeros = [UInt8](repeating: 0, count: 14)
    #expect(planned.pieces.map { $0.cipher?.iv } == [zeros + [1, 2], zeros + [1, 3]])
  }

  @Test("one address with new IVs is one key, and each segment takes the IV of its own line")
  func sameAddress() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01", "#EXTINF:6,", "a",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"./k\",IV=0x02", "#EXTINF:6,", "b"))
    #expect(planned.keys.map(\.uri) == ["https://cdn.example.com/film/v/k"])
    #expect(planned.pieces.map { $0.cipher?.key } == [0, 0])
    #expect(planned.pieces.map { $0.cipher?.iv?.last } == [1, 2])
  }

  @Test("keys rotate, end with METHOD=NONE, and come back under their number")
  func rotation() throws {
    let planned = try Planned(
      vod(
        "#EXTINF:6,", "0", "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"", "#EXTINF:6,", "1", "#EXTINF:6,", "2",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"b\"", "#EXTINF:6,", "3", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,", "4",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"", "#EXTINF:6,", "5"))
    #expect(planned.pieces.map { $0.cipher?.key } == [nil, 0, 0, 1, nil, 0])
    #expect(planned.keys.map(\.place) == ["/film/v/a", "/film/v/b"])
  }

  @Test("the keys of several streams are one list")
  func shared() throws {
    var planner = PiecePlanner(root: nil)
    let base = try URI(site)
    let first = try media(vod("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXTINF:6,", "a"))
    let second = try media(
      vod(
        "#EXT-X-KEY:METHOD=AES-128,URI=\"other\"", "#EXTINF:6,", "a", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
        "#EXTINF:6,", "b"))
    _ = try planner.pieces(of: first, base: base, name: "1")
    let pieces = try planner.pieces(of: second, base: base, name: "2")
    #expect(pieces.map { $0.cipher?.key } == [1, 0])
    #expect(planner.keys.count == 2)
  }

  @Test("a section is encrypted by the key before it, and not by one after it")
  func sectionKeys() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-MAP:URI=\"i\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x05", "#EXTINF:6,", "a",
        "#EXT-X-MAP:URI=\"j\"", "#EXTINF:6,", "b", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
        "#EXT-X-MAP:URI=\"l\"",
        "#EXTINF:6,", "c"))
    #expect(
      Self.roles(planned) == [
        .initialization(0), .segment(0), .initialization(1), .segment(1), .initialization(2), .segment(2),
      ])
    #expect(planned.pieces[0].cipher == nil)
    #expect(planned.pieces[2].cipher?.iv?.last == 5)
    #expect(planned.pieces[4].cipher == Cipher(key: 0, iv: nil), "no IV is known for it")
  }

  @Test("a data: key is kept as it is and never shown")
  func dataKey() throws {
    let planned = try Planned(
      vod("#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\"", "#EXTINF:6,", "a"))
    #expect(planned.keys.map(\.uri) == ["data:;base64,AAECAwQFBgcICQoLDA0ODw=="])
    #expect(planned.keys.map(\.place) == ["data: URI"])
    #expect(planned.keys.first?.isData == true)
  }

  @Test(
    "methods over samples need a key but hide no whole resource",
    arguments: [("SAMPLE-AES", 16), ("SAMPLE-AES-CTR", 16)])
  func otherMethods(_ method: String, _ length: Int) throws {
    let planned = try Planned(vod("#EXT-X-KEY:METHOD=\(method),URI=\"k\"", "#EXTINF:6,", "a"))
    #expect(planned.pieces.map(\.cipher) == [nil])
    #expect(planned.keys.map(\.length) == [length])
  }

  @Test("AES-256-GCM hides the whole resource, which nobody here opens")
  func wholeResource() throws {
    let planned = try Planned(vod("#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"", "#EXTINF:6,", "a"))
    #expect(planned.pieces.map(\.cipher) == [Cipher(key: 0, iv: nil, isAES128: false)])
    #expect(planned.pieces.map(\.storedKey) == [0])
    #expect(planned.keys.map(\.length) == [32])
  }

  @Test("a key that can be fetched is used before those of systems, wherever it stands")
  func severalKeys() throws {
    let lines = [
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"",
    ]
    for lines in [lines, lines.reversed()] {
      let planned = try Planned(vod(lines[0], lines[1], "#EXTINF:6,", "a"))
      #expect(planned.keys.map(\.uri) == ["https://cdn.example.com/film/v/k"])
      #expect(!planned.local.contains("skd:") && planned.local.contains("../keys/key-0.m4s"))
    }
  }

  @Test(
    "protected content is refused, by the name of its system and the line",
    arguments: [
      ("METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "FairPlay"),
      (
        "METHOD=SAMPLE-AES-CTR,URI=\"data:,x\",KEYFORMAT=\"urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED\"",
        "Widevine"
      ),
      ("METHOD=SAMPLE-AES,URI=\"x\",KEYFORMAT=\"com.microsoft.playready\"", "PlayReady"),
      ("METHOD=AES-128,URI=\"x\",KEYFORMAT=\"org.example\"", "the key format \"org.example\""),
      ("METHOD=AES-512,URI=\"x\"", "the unknown method AES-512"),
    ])
  func protected(_ attributes: String, _ name: String) throws {
    let error = failure {
      _ = try Planned(vod("#EXTINF:6,", "a", "#EXT-X-KEY:\(attributes)", "#EXTINF:6,", "b"))
    }
    #expect(error?.kind == .protected)
    #expect(error?.message == "media.m3u8:7: protected by \(name), no key can be had")
  }

  @Test(
    "only the network is followed from a remote playlist",
    arguments: [
      "file:///etc/hostname", "concat:http://x|file:///etc/hostname", "ftp://a.example.com/x", "data:,abc",
      "FILE:/etc/hostname", "javascript:1",
    ])
  func refusedSchemes(_ uri: String) throws {
    let places = [
      vod("#EXTINF:6,", uri), vod("#EXT-X-GAP", "#EXTINF:6,", uri),
      vod("#EXT-X-MAP:URI=\"\(uri)\"", "#EXTINF:6,", "a"),
    ]
    for text in places {
      let error = failure { _ = try Planned(text) }
      #expect(error?.kind == .wrongSource, "\(text)")
      #expect(error?.message.hasPrefix("media.m3u8:") == true)
    }
    guard !uri.hasPrefix("data:") else { return }
    let key = failure { _ = try Planned(vod("#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"", "#EXTINF:6,", "a")) }
    #expect(key?.kind == .wrongSource)
  }

  @Test("a playlist in a file refers to what is beneath its folder, and to the network")
  func files() throws {
    let root = try URI("file:///srv/film/index.m3u8")
    func planned(_ uri: String) throws -> Planned {
      try Planned(vod("#EXTINF:6,", uri), at: "file:///srv/film/v/index.m3u8", root: root)
    }
    #expect(try planned("../a.ts").pieces[0].uri.text == "file:///srv/film/a.ts")
    #expect(try planned("https://a.example.com/x").pieces[0].uri.isHTTP)
    for outside in [
      "../../a.ts", "/etc/hostname", "file:///etc/hostname", "..%2F..%2Fa.ts", "//host/srv/film/a.ts",
    ] {
      #expect(failure { _ = try planned(outside) }?.kind == .wrongSource, "\(outside)")
    }
  }

  @Test("a gap is a piece to which nothing belongs: no section, no key")
  func gaps() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-MAP:URI=\"i\"", "#EXT-X-GAP", "#EXTINF:6,", "a",
        "#EXTINF:6,", "b"))
    #expect(Self.roles(planned) == [.segment(0), .initialization(0), .segment(1)])
    #expect(planned.pieces.map(\.isGap) == [true, false, false])
    #expect(planned.pieces[0].cipher == nil)
    let alone = try Planned(vod("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-GAP", "#EXTINF:6,", "a"))
    #expect(alone.keys.isEmpty)
  }

  @Test("sections are numbered by first use; equal ones are one piece, unused ones none")
  func sections() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-MAP:URI=\"unused\"", "#EXT-X-MAP:URI=\"a\"", "#EXTINF:6,", "0", "#EXT-X-MAP:URI=\"b\"",
        "#EXTINF:6,",
        "1", "#EXT-X-MAP:URI=\"a\"", "#EXTINF:6,", "2", "#EXT-X-MAP:URI=\"a\",BYTERANGE=\"10@0\"",
        "#EXTINF:6,", "3",
        "#EXT-X-MAP:URI=\"last\""))
    #expect(
      Self.roles(planned) == [
        .initialization(0), .segment(0), .initialization(1), .segment(1), .segment(2), .initialization(2),
        .segment(3),
      ])
    #expect(planned.pieces.filter { $0.duration == 0 }.map(\.uri.lastPathComponent) == ["a", "b", "a"])
    #expect(planned.pieces[5].range == ByteRange(offset: 0, length: 10))
    #expect((0..<6).map { planned.stream.sections[$0] } == [nil, 0, 1, 0, 2, nil].dropLast(0).map { $0 })
  }

  @Test("byte ranges come with their offsets, and end where the next resource begins")
  func ranges() throws {
    let planned = try Planned(
      vod(
        "#EXTINF:6,", "#EXT-X-BYTERANGE:500@100", "v.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:400", "v.ts",
        "#EXT-X-MAP:URI=\"b.mp4\"", "#EXTINF:6,", "b1.m4s"))
    #expect(
      planned.pieces.map(\.range) == [
        ByteRange(offset: 100, length: 500), ByteRange(offset: 600, length: 400), nil, nil,
      ])
  }

  @Test("tracks are looked at in sections, the first segment that has bytes, and after discontinuities")
  func samples() throws {
    let planned = try Planned(
      vod(
        "#EXT-X-GAP", "#EXTINF:6,", "0", "#EXTINF:6,", "1", "#EXTINF:6,", "2", "#EXT-X-DISCONTINUITY",
        "#EXT-X-GAP",
        "#EXTINF:6,", "3", "#EXTINF:6,", "4", "#EXTINF:6,", "5", "#EXT-X-DISCONTINUITY", "#EXTINF:6,", "6"))
    #expect(
      planned.pieces.filter { $0.isSample && !$0.isGap }.map(\.uri.lastPathComponent) == ["1", "4", "6"])
  }
}
