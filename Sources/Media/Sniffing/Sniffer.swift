/// Tells what a body is from its first bytes. Pure, bounded by the length of the prefix.
package enum Sniffer {
  /// As much of a body as is ever looked at.
  package static let prefixLimit = 65_536

  /// What the body is that begins with `prefix`.
  ///
  /// 4 KiB decide everything but a disguise, which needs up to `prefixLimit`. `isWhole` says that the body
  /// ends where `prefix` ends: only then can a short one be empty, plain text or a lone packet.
  package static func content(of prefix: Span<UInt8>, isWhole: Bool) -> Content {
    let bytes = prefix.extracting(first: prefixLimit)
    let isWhole = isWhole && bytes.count == prefix.count
    if bytes.isEmpty { return isWhole ? .empty : .unknown }
    if PacketSync.isStream(bytes, at: 0, isWhole: isWhole) { return .media(.transportStream) }
    if let container = boxContainer(bytes) { return .media(container) }
    if let picture = pictureHead(bytes) {
      return Disguise.find(in: bytes, behind: picture, isWhole: isWhole) ?? .media(picture)
    }
    if let container = audio(bytes, isWhole: isWhole) { return .media(container) }
    return TextSniffer.content(of: bytes, isWhole: isWhole) ?? .unknown
  }

  /// ISO BMFF by the type and size of the first box; images are told by their brands (ISO/IEC 23008-12).
  static func boxContainer(_ bytes: Span<UInt8>) -> Container? {
    guard let size = bytes.u32(0), let value = bytes.u32(4), size <= 1 || size >= 8 else { return nil }
    let type = FourCC(value: value)
    guard firstBoxTypes.contains(type) else { return nil }
    guard type == "ftyp" else { return .fragmentedMP4 }
    return HEIF.pictureKind(ofFileType: bytes) ?? .fragmentedMP4
  }

  private static let firstBoxTypes: Set<FourCC> = [
    "ftyp", "styp", "moof", "sidx", "ssix", "moov", "emsg", "prft", "free", "skip", "mdat", "uuid", "pdin",
    "wide", "imda",
  ]

  /// The kind of image whose signature stands at the start.
  static func pictureHead(_ bytes: Span<UInt8>) -> Container? {
    if bytes.holds(bytes: PNG.signature) { return .png }
    if bytes.holds(bytes: [0xff, 0xd8, 0xff]) { return .jpeg }
    if bytes.holds("GIF87a") || bytes.holds("GIF89a") { return .gif }
    if bytes.holds("RIFF"), bytes.holds("WEBP", at: 8) { return .webp }
    // "BM", then the file's size and four reserved bytes, then where the pixels start.
    if bytes.holds("BM"), let pixels = bytes.littleEndian(10, bytes: 4), pixels >= 26, pixels < 4_096 {
      return .bmp
    }
    return nil
  }

  /// Packed audio (RFC 8216bis, 3.1.3), behind any ID3 tags.
  private static func audio(_ bytes: Span<UInt8>, isWhole: Bool) -> Container? {
    let start = ID3.length(of: bytes)
    guard start < bytes.count else { return nil }
    return FrameHeader.container(at: start, in: bytes, isWhole: isWhole)
  }
}

/// The grid of 188-byte packets (ISO/IEC 13818-1, 2.4.3.2).
enum PacketSync {
  static let packetLength = 188
  static let syncByte: UInt8 = 0x47
  private static let wanted = 5

  /// Whether packets begin at `start`: up to five sync bytes are asked for, at least two unless the body is
  /// exactly one packet.
  static func isStream(_ bytes: Span<UInt8>, at start: Int, isWhole: Bool) -> Bool {
    guard let seen = syncCount(bytes, at: start) else { return false }
    return seen >= 2 || (isWhole && bytes.count - start == packetLength)
  }

  /// The stricter test for packets behind a foreign head, where chance has thousands of tries.
  static func isStreamBehindHead(_ bytes: Span<UInt8>, at start: Int, isWhole: Bool) -> Bool {
    guard start <= bytes.count - 4, bytes[start] == syncByte else { return false }
    // No transport error, and an adaptation field, a payload, or both.
    guard bytes[start + 1] & 0x80 == 0, bytes[start + 3] & 0x30 != 0 else { return false }
    guard let seen = syncCount(bytes, at: start) else { return false }
    if seen >= 4 { return true }
    let isProgramTable = bytes[start + 1] & 0x1f == 0 && bytes[start + 2] == 0
    return isWhole && (bytes.count - start) % packetLength == 0 && (seen >= 3 || isProgramTable)
  }

  /// How many sync bytes stand on the grid, at most five; nil when one that could be seen is missing.
  private static func syncCount(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    var seen = 0
    var at = start
    while seen < wanted, at < bytes.count {
      guard bytes[at] == syncByte else { return nil }
      seen += 1
      at += packetLength
    }
    return seen
  }
}
