import Testing

@testable import Media

@Suite("Pictures")
struct PictureTests {
  private static let samples: [(Sample, Container)] = [
    (.png, .png), (.jpeg, .jpeg), (.gif, .gif), (.bmp, .bmp), (.webp, .webp), (.avif, .avif),
  ]

  @Test("kind and size of what ffmpeg wrote", arguments: samples)
  func real(_ sample: Sample, type: Container) throws {
    let bytes = try sample.bytes()
    #expect(picture(bytes) == Picture.Facts(type: type, width: 98, height: 54))
  }

  private static func heic(_ properties: [UInt8]) -> [UInt8] {
    box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
      + box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", properties)))
  }

  private static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", [0, 0, 0, 0] + big(width, 4) + big(height, 4))
  }

  @Test("HEIC has the size of its largest image, turned when it says so")
  func heic() {
    let upright = Self.heic(Self.extent(512, 512) + Self.extent(4_032, 3_024) + Self.extent(240, 180))
    #expect(picture(upright) == Picture.Facts(type: .heic, width: 4_032, height: 3_024))
    let turned = Self.heic(Self.extent(4_032, 3_024) + box("irot", [1]))
    #expect(picture(turned) == Picture.Facts(type: .heic, width: 3_024, height: 4_032))
  }

  @Test("the three forms of WebP")
  func webP() {
    func file(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [0, 0, 0, 0] + body
    }
    let extended = file("VP8X", [0, 0, 0, 0, 0x7f, 0x07, 0, 0x37, 0x04, 0])
    #expect(picture(extended) == Picture.Facts(type: .webp, width: 1_920, height: 1_080))
    let lossless = file("VP8L", [0x2f, 0x61, 0x40, 0x0d, 0])
    #expect(picture(lossless) == Picture.Facts(type: .webp, width: 98, height: 54))
    let lossy = file("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 98, 0, 54, 0])
    #expect(picture(lossy) == Picture.Facts(type: .webp, width: 98, height: 54))
  }

  @Test("a picture cut before its size, or of no size, is none")
  func cut() throws {
    #expect(picture(Array(tinyPNG.prefix(20))) == nil)
    #expect(picture((PNG.signature + big(13, 4) + Array("IHDR".utf8) + big(0, 8))) == nil)
    #expect(picture(packets(2)) == nil)
    let jpeg = try Sample.jpeg.bytes()
    #expect(picture(Array(jpeg.prefix(30))) == nil)
    #expect(picture([]) == nil)
  }
}
