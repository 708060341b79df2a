import Testing

@testable import Media

@Suite("Bodies that stream by")
struct SegmentInspectorTests {
  private static let pieces = [1, 7, 188, 4_096, 65_536, 1 << 24]

  /// The fault, which must not depend on how the body was cut into pieces.
  private func fault(_ bytes: [UInt8], as expected: SegmentInspector.Expected = .segment) -> String? {
    let faults = Self.pieces.map { inspect(bytes, as: expected, piece: $0).fault }
    #expect(Set(faults).count == 1)
    return faults[0]
  }

  @Test("a transport stream that is cut inside a packet says its length")
  func cutPacket() throws {
    let stream = try Sample.avcAACStream.bytes()
    #expect(fault(Array(stream.prefix(1_000))) == "is 1,000 bytes, not a multiple of 188")
    #expect(fault(Array(stream.prefix(188 * 6))) == nil)
    #expect(inspect(Array(stream.prefix(1_000))).problem?.kind == .cut)
  }

  @Test("a lost sync byte is found far behind the prefix")
  func lostSync() {
    var stream = packets(1_000)
    stream[188 * 900] = 0
    #expect(fault(stream) == "has no sync byte at byte 169,200")
    #expect(inspect(stream).problem?.kind == .damaged)
  }

  @Test("a fragment that is cut names the box, and what is missing")
  func cutBox() throws {
    let moof = box("moof", box("mfhd", big(1, 8)))
    let whole = box("styp", Array("msdh".utf8)) + moof + box("mdat", [UInt8](repeating: 7, count: 70_000))
    #expect(fault(whole) == nil)
    #expect(fault(Array(whole.dropLast(1_234))) == "ends inside the box 'mdat', 1,234 bytes short")
    #expect(fault(Array(whole.prefix(14 + moof.count))) == "ends inside the header of a box")
    #expect(fault(Array(whole.prefix(20))) == "ends inside the box 'moof', 16 bytes short")
    #expect(inspect(whole).holdsFragment)
    #expect(!inspect(Array(whole.prefix(20))).holdsFragment)
  }

  @Test("junk after the boxes, and boxes of impossible sizes, are damage")
  func junk() {
    let moof = box("moof", box("mfhd", big(1, 8)))
    #expect(fault(moof + [0, 0, 0, 0, 0, 0, 0, 0]) == "has no box at byte 24")
    #expect(fault(moof + big(5, 4) + Array("mdat".utf8)) == "has no box at byte 24")
    #expect(fault(moof + big(1, 4) + Array("mdat".utf8) + big(3, 8)) == "has no box at byte 24")
  }

  @Test("large sizes and boxes up to the end are followed")
  func largeBoxes() {
    let moof = box("moof", box("mfhd", big(1, 8)))
    let large = big(1, 4) + Array("mdat".utf8) + big(116, 8) + [UInt8](repeating: 1, count: 100)
    #expect(fault(moof + large) == nil)
    #expect(fault(moof + large.dropLast()) == "ends inside the box 'mdat', 1 bytes short")
    #expect(fault(moof + big(0, 4) + Array("mdat".utf8) + [1, 2, 3]) == nil)
    let huge = big(1, 4) + Array("mdat".utf8) + [0x7f] + [UInt8](repeating: 0xff, count: 7)
    #expect(fault(moof + huge)?.hasPrefix("has no box") == true)
  }

  @Test("an MP4 segment without media is refused, and an initialization section without 'moov'")
  func contents() throws {
    #expect(fault(box("styp", Array("msdh".utf8))) == "has neither a 'moof' nor a 'moov' box")
    let moof = box("moof", box("mfhd", big(1, 8)))
    #expect(fault(moof, as: .initialization) == "has no 'moov' box")
    let film = try Sample.avcAACFragments.bytes()
    #expect(inspect(film, as: .initialization).fault == nil)
    #expect(inspect(film, as: .initialization).holdsMovie)
  }

  @Test("an I-frame range may end inside 'mdat', and nowhere else")
  func iFrames() {
    let moof = box("moof", box("mfhd", big(1, 8)))
    let data = box("mdat", [UInt8](repeating: 7, count: 5_000))
    #expect(fault(moof + data.prefix(1_000), as: .iFrame) == nil)
    #expect(fault(Array(moof.prefix(20)), as: .iFrame) == "ends inside the box 'moof', 4 bytes short")
  }

  @Test("packed audio that is cut inside a frame is noticed", arguments: [Sample.adts, .ac3, .eac3, .mp3])
  func cutFrame(_ sample: Sample) throws {
    let audio = try sample.bytes()
    #expect(fault(audio) == nil)
    #expect(fault(Array(audio.dropLast(5)))?.hasPrefix("ends inside a frame of packed") == true)
    #expect(inspect(Array(audio.dropLast(5))).problem?.kind == .cut)
    // Tags between or behind frames are nobody's fault.
    #expect(fault(audio + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)) == nil)
  }

  @Test("error pages, images and empty bodies are not media")
  func notMedia() throws {
    #expect(fault([]) == "is empty")
    #expect(fault(Array("{\"code\":403}".utf8)) == "is JSON, not media")
    #expect(fault(Array("<html></html>".utf8)) == "is an HTML page, not media")
    #expect(fault(Array("#EXTM3U\n".utf8)) == "is an HLS playlist, not media")
    #expect(fault(tinyPNG) == "is a PNG image, not media")
    #expect(fault([UInt8](repeating: 0, count: 9_000)) == "begins with zeros, not media")
    #expect(fault([0x1f, 0x8b, 8, 0] + big(0, 6)) == "is gzip data, not media")
    #expect(fault([1, 2, 3, 4]) == "is of no kind of media that HLS has")
    #expect(fault(Array("Gone".utf8), as: .initialization) == "is plain text, not an initialization section")
    #expect(fault(packets(3), as: .image) == "is an MPEG transport stream, not an image")
    #expect(fault(tinyPNG, as: .image) == nil)
    #expect(fault(Array("WEBVTT\n".utf8)) == nil)
  }

  @Test("ciphertext is whole blocks, and still no error page")
  func opaque() {
    let cipher = (0..<160).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 129) }
    #expect(fault(cipher, as: .opaque) == nil)
    #expect(fault(Array(cipher.dropLast()), as: .opaque) == "is 159 bytes, not a multiple of 16 as AES needs")
    #expect(fault(Array("<html></html>   ".utf8), as: .opaque) == "is an HTML page, not encrypted media")
    #expect(fault([], as: .opaque) == "is empty")
  }

  @Test("the prefix is kept up to 64 KiB, and the content known as soon as it is certain")
  func prefix() {
    let stream = packets(1_000)
    let inspection = inspect(stream, piece: 1_000)
    #expect(inspection.prefix == Array(stream.prefix(65_536)))
    #expect(inspection.length == 188_000)
    var inspector = SegmentInspector(expected: .segment)
    inspector.receive(stream.span.extracting(0..<4_000))
    #expect(inspector.content == nil)
    inspector.receive(stream.span.extracting(4_000..<4_200))
    #expect(inspector.content == .media(.transportStream))
  }

  @Test("the tracks of any container are one call away, behind a disguise too")
  func tracks() throws {
    func codecs(_ bytes: [UInt8]) throws -> [String] { try inspect(bytes).tracks().map(\.codec) }
    let stream = try Sample.avcAACStream.bytes()
    #expect(try codecs(stream) == ["avc1.64000D", "mp4a.40.2"])
    #expect(try codecs(tinyPNG + stream) == ["avc1.64000D", "mp4a.40.2"])
    #expect(try codecs(Sample.avcAACFragments.bytes()) == ["avc1.4D400D", "mp4a.40.2"])
    #expect(try codecs(Sample.ac3.bytes()) == ["ac-3"])
    #expect(try codecs(Array("WEBVTT\n".utf8)) == ["wvtt"])
    #expect(try codecs(box("moof", box("mfhd", big(1, 8)))) == [])
    #expect(try codecs(tinyPNG) == [])
    #expect(try codecs([]) == [])
    #expect(throws: MediaError(place: "moov", reason: "is cut")) {
      try codecs(box("moov", [UInt8](repeating: 0, count: 70_000)))
    }
  }

  @Test("a missing program fails with the command that installs it")
  func missingProgram() {
    let error = #expect(throws: Tool.Failure.self) { try Tool.run("no-such-program-of-hlspack", []) }
    #expect(error?.description == "no-such-program-of-hlspack is missing: run `make deps-test`")
  }
}
