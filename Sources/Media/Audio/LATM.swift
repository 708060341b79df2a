/// AAC in LOAS and LATM, as stream type 0x11 has it (ISO/IEC 14496-3, 1.7).
enum LATM {
  /// A configuration stands in the first bytes of its frame; no more of it is read.
  private static let configurationLimit = 256

  /// The configuration in the first frame that carries one.
  static func configuration(in bytes: Span<UInt8>) -> AudioSpecificConfig? {
    var at = 0
    while at <= bytes.count - 3 {
      guard let word = bytes.u24(at), word >> 13 == 0x2b7 else {
        at += 1
        continue
      }
      let length = word & 0x1fff
      if let found = streamMux(bytes.copy(at + 3..<at + 3 + length, limit: configurationLimit)) {
        return found
      }
      at += 3
    }
    return nil
  }

  private static func streamMux(_ element: [UInt8]) -> AudioSpecificConfig? {
    var bits = BitReader(element)
    do throws(OutOfBits) {
      // useSameStreamMux: the configuration stands in an earlier frame.
      if try bits.flag() { return nil }
      let version = try bits.bits(1)
      if version == 1, try bits.flag() { return nil }
      if version == 1 { _ = try value(&bits) }
      // allStreamsSameTimeFraming, numSubFrames, numProgram, numLayer
      try bits.skip(1 + 6 + 4 + 3)
      if version == 1 { _ = try value(&bits) }
      return try AudioSpecificConfig(reading: &bits)
    } catch {
      return nil
    }
  }

  /// LatmGetValue().
  private static func value(_ bits: inout BitReader) throws(OutOfBits) -> Int {
    let count = try bits.bits(2)
    var value = 0
    for _ in 0...count { value = value << 8 | (try bits.bits(8)) }
    return value
  }
}
