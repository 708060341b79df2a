/// Frames of AC-3 and E-AC-3 (ETSI TS 102 366).
struct AC3: Sendable, Hashable {
  let isEnhanced: Bool
  let sampleRate: Int
  let channels: Int

  /// Reads the frame at the start of `bytes`, and for E-AC-3 the dependent substreams that follow it.
  init?(_ bytes: Span<UInt8>) {
    guard let header = FrameHeader(at: 0, in: bytes) else { return nil }
    do throws(OutOfBits) {
      if header.container == .packedAC3 {
        try self.init(plain: bytes.copy(0..<16))
      } else if header.container == .packedEC3 {
        try self.init(enhanced: bytes, firstLength: header.length)
      } else {
        return nil
      }
    } catch {
      return nil
    }
  }

  private init(plain frame: [UInt8]) throws(OutOfBits) {
    var bits = BitReader(frame)
    try bits.skip(32)
    let fscod = try bits.bits(2)
    try bits.skip(6)
    let bsid = try bits.bits(5)
    try bits.skip(3)
    let acmod = try bits.bits(3)
    if acmod & 1 != 0, acmod != 1 { try bits.skip(2) }
    if acmod & 4 != 0 { try bits.skip(2) }
    if acmod == 2 { try bits.skip(2) }
    let lfe = try bits.bits(1)
    guard fscod < 3 else { throw OutOfBits() }
    self.isEnhanced = false
    // bsid 9 and 10 mean half and quarter rates.
    self.sampleRate = Self.sampleRates[fscod] >> max(0, bsid - 8)
    self.channels = Self.channels(acmod: acmod) + lfe
  }

  private init(enhanced bytes: Span<UInt8>, firstLength: Int) throws(OutOfBits) {
    let first = try EnhancedFrame(bytes.copy(0..<32))
    guard first.streamType != 1 else { throw OutOfBits() }
    var channels = first.channels
    var at = firstLength
    for _ in 0..<8 {
      guard let next = FrameHeader(at: at, in: bytes), next.container == .packedEC3 else { break }
      let frame = try EnhancedFrame(bytes.copy(at..<at + 32))
      guard frame.streamType == 1 else { break }
      channels += frame.addedChannels
      at += next.length
    }
    self.isEnhanced = true
    self.sampleRate = first.sampleRate
    self.channels = channels
  }

  static let sampleRates = [48_000, 44_100, 32_000]

  /// Full-bandwidth channels of an audio coding mode (table 4.3).
  static func channels(acmod: Int) -> Int {
    [2, 1, 2, 3, 3, 4, 4, 5][acmod & 7]
  }

  /// Bytes of an AC-3 frame (table 4.13); nil for reserved codes.
  static func frameLength(fscod: Int, frmsizecod: Int) -> Int? {
    guard fscod < 3, frmsizecod < 38 else { return nil }
    let rate = frameRates[frmsizecod / 2]
    switch fscod {
    case 0: return rate * 4
    case 1: return (rate * 1_000 * 1_536 / 44_100 / 16 + (frmsizecod & 1)) * 2
    default: return rate * 6
    }
  }

  private static let frameRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
}

/// The header of one frame of E-AC-3 (ETSI TS 102 366, E.1.3.1).
private struct EnhancedFrame {
  /// 0 and 2 independent, 1 dependent on the frame before.
  let streamType: Int
  let sampleRate: Int
  let channels: Int
  /// What a dependent frame adds to the programme: the places its channel map names beyond the five of the
  /// base.
  let addedChannels: Int

  init(_ frame: [UInt8]) throws(OutOfBits) {
    var bits = BitReader(frame)
    try bits.skip(16)
    streamType = try bits.bits(2)
    try bits.skip(14)
    let fscod = try bits.bits(2)
    let second = try bits.bits(2)
    let acmod = try bits.bits(3)
    let lfe = try bits.bits(1)
    if fscod == 3 {
      guard second < 3 else { throw OutOfBits() }
      sampleRate = AC3.sampleRates[second] / 2
    } else {
      sampleRate = AC3.sampleRates[fscod]
    }
    channels = AC3.channels(acmod: acmod) + lfe
    addedChannels = streamType == 1 ? try Self.added(&bits, acmod: acmod) : 0
  }

  private static func added(_ bits: inout BitReader, acmod: Int) throws(OutOfBits) -> Int {
    try bits.skip(5)
    for _ in 0..<(acmod == 0 ? 2 : 1) {
      try bits.skip(5)
      if try bits.flag() { try bits.skip(8) }
    }
    guard try bits.flag() else { return 0 }
    let map = try bits.bits(16)
    // From the first bit on: L C R Ls Rs, then what the base cannot have (table E.1.4).
    let places = [0, 0, 0, 0, 0, 2, 2, 1, 1, 2, 2, 2, 1, 2, 1, 0]
    var count = 0
    for (place, size) in places.enumerated() where map >> (15 - place) & 1 == 1 { count += size }
    return count
  }
}
