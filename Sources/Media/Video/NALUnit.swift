/// Units of H.264 and H.265 (ITU-T H.264, 7.3.1 and Annex B; H.265, 7.3.1 and Annex B).
enum NALUnit {
  /// A sequence parameter set is never longer than this in practice; more is not read.
  static let setLimit = 1_024

  /// The payload without the bytes that keep start codes out: 00 00 03 becomes 00 00.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes.prefix(setLimit) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }
}

/// Timing and colour, in the form H.264 (E.1.1) and H.265 (E.2.1) share.
struct VideoUsability: Sendable, Hashable {
  var transferCharacteristics: Int?
  var ticks: Int?
  var timescale: Int?

  /// Aspect ratio, overscan, signal type and chroma position, which are equal in both.
  mutating func readFront(_ bits: inout BitReader) throws(OutOfBits) {
    let extendedAspect = 255
    if try bits.flag(), try bits.bits(8) == extendedAspect { try bits.skip(32) }
    if try bits.flag() { try bits.skip(1) }
    if try bits.flag() {
      try bits.skip(4)
      if try bits.flag() {
        try bits.skip(8)
        let transfer = try bits.bits(8)
        if transfer != 2 { transferCharacteristics = transfer }
        try bits.skip(8)
      }
    }
    if try bits.flag() {
      _ = try bits.unsignedGolomb()
      _ = try bits.unsignedGolomb()
    }
  }

  mutating func readTiming(_ bits: inout BitReader) throws(OutOfBits) {
    guard try bits.flag() else { return }
    ticks = try bits.bits(32)
    timescale = try bits.bits(32)
  }

  /// Times a second that one tick passes; nil when it is not given, or absurd.
  var tickRate: Double? {
    guard let ticks, let timescale, ticks > 0, timescale > 0 else { return nil }
    let rate = Double(timescale) / Double(ticks)
    return rate <= 2_000 ? rate : nil
  }
}
