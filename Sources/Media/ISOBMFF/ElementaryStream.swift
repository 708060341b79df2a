/// The descriptor in 'esds' (ISO/IEC 14496-14, 6.7; 14496-1, 7.2.6.5 and 7.2.6.6).
struct ElementaryStream: Sendable, Hashable {
  /// objectTypeIndication: 0x40 for MPEG-4 audio, 0x69 and 0x6B for MP3, …
  let objectType: Int
  /// DecoderSpecificInfo, empty when there is none.
  let specificInfo: [UInt8]

  /// Reads the payload of an 'esds' box; nil when it is not whole up to the object type.
  init?(_ esds: Span<UInt8>) {
    guard let stream = Self.descriptor(0x03, in: esds, from: 4), let flags = esds.u8(stream.lowerBound + 2)
    else {
      return nil
    }
    var at = stream.lowerBound + 3
    if flags & 0x80 != 0 { at += 2 }
    if flags & 0x40 != 0 { at += 1 + (esds.u8(at) ?? 0) }
    if flags & 0x20 != 0 { at += 2 }
    guard let config = Self.descriptor(0x04, in: esds, from: at), let type = esds.u8(config.lowerBound) else {
      return nil
    }
    objectType = type
    let info = Self.descriptor(0x05, in: esds, from: config.lowerBound + 13)
    specificInfo = info.map { esds.copy($0, limit: 256) } ?? []
  }

  /// Where the content of the descriptor at `start` lies, when it has the wanted tag.
  private static func descriptor(_ tag: Int, in bytes: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard bytes.u8(start) == tag else { return nil }
    var size = 0
    var at = start + 1
    for _ in 0..<4 {
      guard let byte = bytes.u8(at) else { return nil }
      at += 1
      size = size << 7 | byte & 0x7f
      if byte & 0x80 == 0 { break }
    }
    guard at <= bytes.count else { return nil }
    return at..<min(bytes.count, at + size)
  }
}
