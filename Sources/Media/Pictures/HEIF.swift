/// Still pictures in ISO BMFF: HEIC and AVIF (ISO/IEC 23008-12; AV1 Image File Format).
enum HEIF {
  private static let brandLimit = 64

  /// The kind of picture that the brands of a file type box at the start of `bytes` promise; nil for films.
  static func pictureKind(ofFileType bytes: Span<UInt8>) -> Container? {
    guard let size = bytes.u32(0), bytes.holds("ftyp", at: 4), let major = bytes.u32(8) else { return nil }
    switch FourCC(value: major) {
    case "heic", "heix", "heim", "heis": return .heic
    case "avif", "avis": return .avif
    case "mif1", "msf1", "miaf": break
    default: return nil
    }
    let end = min(bytes.count, Int(size))
    var at = 16
    for _ in 0..<brandLimit {
      guard at <= end - 4, let brand = bytes.u32(at) else { break }
      let name = FourCC(value: brand)
      if name == "avif" || name == "avis" { return .avif }
      if name == "heic" || name == "heix" { return .heic }
      at += 4
    }
    return nil
  }

  static func facts(of bytes: Span<UInt8>) -> Picture.Facts? {
    guard let type = pictureKind(ofFileType: bytes) else { return nil }
    guard let size = primaryItemSize(in: bytes) else { return nil }
    return Picture.Facts(type: type, width: size.width, height: size.height)
  }

  /// The size of the largest image in the item properties: the primary one, its tiles and thumbnails are
  /// smaller.
  private static func primaryItemSize(in bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    guard let meta = Box.first("meta", in: bytes), meta.payload.count >= 4 else { return nil }
    let properties = bytes.extracting(meta.payload.lowerBound + 4..<meta.payload.upperBound)
    guard let iprp = Box.first("iprp", in: properties) else { return nil }
    let containers = properties.extracting(iprp.payload)
    guard let ipco = Box.first("ipco", in: containers) else { return nil }
    let list = containers.extracting(ipco.payload)
    var best: (width: Int, height: Int)?
    var isTurned = false
    for box in Box.list(in: list) {
      if box.type == "irot", let angle = list.u8(box.payload.lowerBound) { isTurned = angle & 1 == 1 }
      guard box.type == "ispe", let width = list.u32(box.payload.lowerBound + 4),
        let height = list.u32(box.payload.lowerBound + 8), box.payload.count >= 12
      else { continue }
      if Int(width) * Int(height) > (best?.width ?? 0) * (best?.height ?? 0) {
        best = (Int(width), Int(height))
      }
    }
    guard let best else { return nil }
    return isTurned ? (best.height, best.width) : best
  }
}
