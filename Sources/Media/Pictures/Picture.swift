/// Still pictures: what kind, how large. Used for artwork and for image playlists.
package enum Picture {
  package struct Facts: Sendable, Hashable {
    package let type: Container
    /// In pixels, as stored; a rotation that HEIF carries is applied, one in Exif is not.
    package let width: Int
    package let height: Int

    package init(type: Container, width: Int, height: Int) {
      self.type = type
      self.width = width
      self.height = height
    }
  }

  /// The kind and size of the picture that begins with `bytes`; nil when it is none, or cut before its size.
  package static func facts(of bytes: Span<UInt8>) -> Facts? {
    let facts = JPEG.facts(of: bytes) ?? PNG.facts(of: bytes) ?? GIF.facts(of: bytes) ?? WebP.facts(of: bytes)
    guard let found = facts ?? BMP.facts(of: bytes) ?? HEIF.facts(of: bytes) else { return nil }
    return found.width > 0 && found.height > 0 ? found : nil
  }
}

/// GIF (GIF89a specification, 17 and 18).
private enum GIF {
  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard bytes.holds("GIF87a") || bytes.holds("GIF89a") else { return nil }
    guard let width = bytes.littleEndian(6, bytes: 2), let height = bytes.littleEndian(8, bytes: 2) else {
      return nil
    }
    return Picture.Facts(type: .gif, width: width, height: height)
  }
}

/// WebP (RFC 9649, 2.4 to 2.7).
private enum WebP {
  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard bytes.holds("RIFF"), bytes.holds("WEBP", at: 8) else { return nil }
    if bytes.holds("VP8X", at: 12) {
      guard let width = bytes.littleEndian(24, bytes: 3), let height = bytes.littleEndian(27, bytes: 3) else {
        return nil
      }
      return Picture.Facts(type: .webp, width: width + 1, height: height + 1)
    }
    if bytes.holds("VP8L", at: 12), bytes.u8(20) == 0x2f, let bits = bytes.littleEndian(21, bytes: 4) {
      return Picture.Facts(type: .webp, width: (bits & 0x3fff) + 1, height: (bits >> 14 & 0x3fff) + 1)
    }
    if bytes.holds("VP8 ", at: 12), bytes.holds(bytes: [0x9d, 0x01, 0x2a], at: 23),
      let width = bytes.littleEndian(26, bytes: 2), let height = bytes.littleEndian(28, bytes: 2)
    {
      return Picture.Facts(type: .webp, width: width & 0x3fff, height: height & 0x3fff)
    }
    return nil
  }
}

/// Windows bitmaps: told apart from media, never artwork.
private enum BMP {
  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard Sniffer.pictureHead(bytes) == .bmp, let header = bytes.littleEndian(14, bytes: 4), header >= 40,
      let width = bytes.littleEndian(18, bytes: 4), let height = bytes.littleEndian(22, bytes: 4)
    else { return nil }
    // A negative height means that the rows run from the top down.
    let rows = Int(Int32(truncatingIfNeeded: height)).magnitude
    return Picture.Facts(type: .bmp, width: width, height: Int(rows))
  }
}
