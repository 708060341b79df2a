import Testing

@testable import Media

@Suite("What a body is by its first bytes")
struct SnifferTests {
  private static let real: [(Sample, Container)] = [
    (.avcAACStream, .transportStream), (.latmStream, .transportStream), (.avcAACFragments, .fragmentedMP4),
    (.progressive, .fragmentedMP4), (.adts, .packedAAC), (.ac3, .packedAC3), (.eac3, .packedEC3),
    (.mp3, .packedMP3), (.png, .png), (.jpeg, .jpeg), (.gif, .gif), (.bmp, .bmp), (.webp, .webp),
    (.avif, .avif),
  ]

  @Test("media from ffmpeg are recognised, whole and by their first 4 KiB", arguments: real)
  func realMedia(_ sample: Sample, container: Container) throws {
    let bytes = try sample.bytes()
    #expect(sniff(bytes) == .media(container))
    #expect(sniff(Array(bytes.prefix(4_096)), isWhole: bytes.count <= 4_096) == .media(container))
    #expect(inspect(bytes, as: container.isPicture ? .image : .segment).fault == nil)
  }

  @Test("packed audio behind ID3 tags is recognised", arguments: [Sample.adts, .ac3, .eac3, .mp3])
  func taggedAudio(_ sample: Sample) throws {
    let plain = try sample.bytes()
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 2] + [UInt8](repeating: 0, count: 130)
    guard case .media(let container) = sniff(plain) else {
      Issue.record("the plain audio is not recognised")
      return
    }
    #expect(sniff(tag + plain) == .media(container))
    #expect(sniff(tag + tag + plain) == .media(container))
    #expect(inspect(tag + plain, piece: 100).fault == nil)
  }

  private static let texts: [(String, Content)] = [
    ("<!DOCTYPE html>\n<html><body>404</body></html>", .errorPage("an HTML page")),
    ("  \r\n<HTML><HEAD><TITLE>Forbidden</TITLE>", .errorPage("an HTML page")),
    ("<!-- cached --><html>", .errorPage("an HTML page")),
    ("<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"x\"><html>", .errorPage("an HTML page")),
    ("\u{feff}<html>", .errorPage("an HTML page")),
    ("<center><h1>403 Forbidden</h1></center>", .errorPage("an HTML page")),
    ("{\"code\":403}", .errorPage("JSON")),
    ("{ \"error\" : \"expired\" }", .errorPage("JSON")),
    ("{}", .errorPage("JSON")),
    ("[]", .errorPage("JSON")),
    ("[{\"a\":1}]", .errorPage("JSON")),
    ("<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>", .errorPage("an XML document")),
    ("<Error><Code>AccessDenied</Code></Error>", .errorPage("an XML document")),
    ("#EXTM3U\n#EXT-X-VERSION:3\n", .errorPage("an HLS playlist")),
    ("Forbidden", .errorPage("plain text")),
    ("Accès refusé", .errorPage("plain text")),
    ("\n\n", .errorPage("plain text")),
    ("WEBVTT", .media(.webVTT)),
    ("WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n", .media(.webVTT)),
    ("\u{feff}WEBVTT - Title\r\n\r\n", .media(.webVTT)),
    ("WEBVTTX", .errorPage("plain text")),
    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><tt xmlns=\"http://www.w3.org/ns/ttml\">", .media(.ttml)),
    ("<tt:tt xmlns:tt=\"http://www.w3.org/ns/ttml\">", .media(.ttml)),
  ]

  @Test("text is told apart: subtitles are media, the rest are error pages", arguments: texts)
  func text(_ text: String, content: Content) {
    #expect(sniff(Array(text.utf8)) == content)
  }

  @Test("an image head before transport packets is a disguise with its length")
  func disguises() throws {
    let stream = Array(try Sample.avcAACStream.bytes().prefix(188 * 60))
    let jpeg = try Sample.jpeg.bytes()
    let heads: [(String, [UInt8])] = [
      ("a PNG image", PNG.signature), ("a PNG image", tinyPNG), ("a PNG image", try Sample.png.bytes()),
      ("a JPEG image", jpeg), ("a JPEG image", Array(jpeg.prefix(20))),
      ("a GIF image", try Sample.gif.bytes()),
      ("a GIF image", Array("GIF89a".utf8) + [UInt8](repeating: 0x47, count: 36)),
      ("a BMP image", Array(try Sample.bmp.bytes().prefix(0x3e))),
    ]
    for (name, head) in heads {
      let content = sniff(head + stream)
      #expect(content == .disguised(prefixLength: head.count, as: name, .transportStream))
      for piece in [1, 187, 5_000, 1 << 20] {
        let inspection = inspect(head + stream, piece: piece)
        #expect(inspection.content == content)
        #expect(inspection.fault == nil)
        #expect(inspect(head + stream.dropLast(1), piece: piece).problem?.kind == .cut)
      }
    }
  }

  @Test("a signature before MP4 boxes is a disguise too")
  func disguisedFragments() throws {
    let film = try Sample.avcAACFragments.bytes()
    #expect(sniff(PNG.signature + film) == .disguised(prefixLength: 8, as: "a PNG image", .fragmentedMP4))
    let length = tinyPNG.count
    #expect(sniff(tinyPNG + film) == .disguised(prefixLength: length, as: "a PNG image", .fragmentedMP4))
    #expect(inspect(tinyPNG + film).fault == nil)
  }

  @Test("one or two packets behind a head are enough when they are the rest of the body")
  func shortDisguise() {
    #expect(
      sniff(PNG.signature + packets(1)) == .disguised(prefixLength: 8, as: "a PNG image", .transportStream))
    #expect(
      sniff(tinyPNG + packets(2))
        == .disguised(prefixLength: tinyPNG.count, as: "a PNG image", .transportStream))
    #expect(sniff(PNG.signature + packets(2), isWhole: false) == .media(.png))
  }

  @Test("transport streams need their grid of sync bytes")
  func grid() {
    #expect(sniff(packets(1)) == .media(.transportStream))
    #expect(sniff(packets(3)) == .media(.transportStream))
    #expect(sniff(packets(1), isWhole: false) == .unknown)
    var broken = packets(4)
    broken[188] = 0x48
    #expect(sniff(broken) == .unknown)
  }

  @Test("every first box type of a segment or an initialization section is an MP4 file")
  func boxes() {
    for type in ["ftyp", "styp", "moof", "sidx", "moov", "emsg", "prft", "free"] as [StaticString] {
      #expect(sniff(box(type, [UInt8](repeating: 0, count: 16))) == .media(.fragmentedMP4))
    }
    #expect(sniff(big(7, 4) + Array("moov".utf8)) == .unknown)
    #expect(sniff(box("abcd")) == .unknown)
  }

  @Test("HEIC and AVIF are told by their brands, films are not taken for them")
  func brands() {
    func file(_ major: String, _ others: String...) -> [UInt8] {
      box("ftyp", Array(major.utf8) + [0, 0, 0, 0] + others.flatMap { Array($0.utf8) })
    }
    #expect(sniff(file("heic", "mif1")) == .media(.heic))
    #expect(sniff(file("mif1", "miaf", "heic")) == .media(.heic))
    #expect(sniff(file("avif")) == .media(.avif))
    #expect(sniff(file("mif1", "avif")) == .media(.avif))
    #expect(sniff(file("iso6", "avif", "heic")) == .media(.fragmentedMP4))
  }

  @Test("nothing is empty, and ciphertext is unknown")
  func nothing() {
    #expect(sniff([]) == .empty)
    #expect(sniff([], isWhole: false) == .unknown)
    var state: UInt64 = 7
    let noise = (0..<4_096).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    #expect(sniff(noise) == .unknown)
    #expect(sniff([0, 1, 2, 3]) == .unknown)
  }
}
