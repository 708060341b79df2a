/// PNG (W3C Portable Network Graphics, 5).
enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard bytes.holds(bytes: signature), bytes.holds("IHDR", at: 12) else { return nil }
    guard let width = bytes.u32(16), let height = bytes.u32(20) else { return nil }
    return Picture.Facts(type: .png, width: Int(width), height: Int(height))
  }

  /// Where the image ends, after its IEND chunk; nil when it is cut or goes on past what is there.
  static func end(of bytes: Span<UInt8>) -> Int? {
    var at = signature.count
    while let length = bytes.u32(at), at <= bytes.count - 12 {
      let isEnd = bytes.holds("IEND", at: at + 4)
      at += 12 + Int(length)
      if isEnd { return at <= bytes.count ? at : nil }
    }
    return nil
  }
}
