/// ID3v2 tags in front of packed audio, and the timestamp in them (RFC 8216bis, 3.1.3).
enum ID3 {
  private static let tagLimit = 8
  private static let frameLimit = 256
  private static let timestampOwner: StaticString = "com.apple.streaming.transportStreamTimestamp"

  /// How many bytes of tags stand at the start; may be past the end of `bytes` when a tag is longer.
  static func length(of bytes: Span<UInt8>) -> Int {
    var at = 0
    for _ in 0..<tagLimit {
      guard let size = tagLength(at: at, in: bytes) else { break }
      at += size
    }
    return at
  }

  /// The 33-bit MPEG-2 time of the first sample, in 1/90,000 s; nil when no tag has it.
  static func timestamp(in bytes: Span<UInt8>) -> UInt64? {
    var at = 0
    for _ in 0..<tagLimit {
      guard let size = tagLength(at: at, in: bytes) else { return nil }
      if let found = timestamp(inTag: at..<at + size, in: bytes) { return found }
      at += size
    }
    return nil
  }

  /// The length of the tag at `at` with header and footer (ID3v2.4 structure, 3.1).
  private static func tagLength(at: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.holds("ID3", at: at), let flags = bytes.u8(at + 5) else { return nil }
    guard let size = syncSafe(at + 6, in: bytes) else { return nil }
    return 10 + size + (flags & 0x10 != 0 ? 10 : 0)
  }

  /// A number of four bytes with seven bits each.
  private static func syncSafe(_ at: Int, in bytes: Span<UInt8>) -> Int? {
    guard let value = bytes.u32(at), value & 0x8080_8080 == 0 else { return nil }
    return Int(value >> 3 & 0xfe0_0000 | value >> 2 & 0x1f_c000 | value >> 1 & 0x3f80 | value & 0x7f)
  }

  private static func timestamp(inTag tag: Range<Int>, in bytes: Span<UInt8>) -> UInt64? {
    guard let version = bytes.u8(tag.lowerBound + 3), version >= 3 else { return nil }
    let end = min(tag.upperBound, bytes.count)
    var at = tag.lowerBound + 10
    for _ in 0..<frameLimit {
      guard at <= end - 10, bytes[at] != 0 else { return nil }
      let written = version == 3 ? bytes.u32(at + 4).map { Int($0) } : syncSafe(at + 4, in: bytes)
      guard let size = written, size <= end - at - 10 else { return nil }
      if bytes.holds("PRIV", at: at), bytes.holds(timestampOwner, at: at + 10) {
        let data = at + 10 + timestampOwner.utf8CodeUnitCount + 1
        guard data + 8 <= at + 10 + size, let value = bytes.u64(data) else { return nil }
        return value & 0x1_ffff_ffff
      }
      at += 10 + size
    }
    return nil
  }
}
