/// What kind of MPEG-4 audio follows (ISO/IEC 14496-3, 1.6.2.1).
struct AudioSpecificConfig: Sendable, Hashable {
  /// The audio object type as codec strings name it: 5 (SBR) and 29 (PS) where the configuration tells of
  /// them, explicitly or in its backward compatible extension.
  private(set) var objectType: Int
  /// In hertz, of the output: after SBR.
  private(set) var sampleRate: Int
  /// Nil when a programme config element would tell.
  private(set) var channels: Int?

  init?(_ bytes: [UInt8]) {
    var bits = BitReader(bytes)
    do throws(OutOfBits) {
      try self.init(reading: &bits, isWhole: true)
    } catch {
      return nil
    }
  }

  /// Reads from the middle of other bits, as LATM has it; there no extension is looked for.
  init(reading bits: inout BitReader, isWhole: Bool = false) throws(OutOfBits) {
    var type = try Self.objectType(&bits)
    let coreRate = try Self.frequency(&bits)
    let configuration = try bits.bits(4)
    objectType = type
    sampleRate = coreRate
    channels = Self.channels(configuration)
    if type == 5 || type == 29 {
      sampleRate = try Self.frequency(&bits)
      type = try Self.objectType(&bits)
      if objectType == 29, configuration == 1 { channels = 2 }
    } else if isWhole {
      readExtension(&bits)
    }
  }

  func apply(to facts: inout TrackFacts) {
    facts.codec = "mp4a.40.\(objectType)"
    facts.sampleRate = sampleRate
    if let channels { facts.channels = channels }
  }

  /// The SBR and PS of streams that older decoders play as plain AAC-LC: sync word 0x2b7, then 0x548.
  private mutating func readExtension(_ bits: inout BitReader) {
    do throws(OutOfBits) {
      while bits.remaining >= 16 {
        var ahead = bits
        guard try ahead.bits(11) == 0x2b7, try ahead.bits(5) == 5 else {
          try bits.skip(1)
          continue
        }
        guard try ahead.flag() else { return }
        sampleRate = try Self.frequency(&ahead)
        objectType = 5
        if try ahead.bits(11) == 0x548, try ahead.flag() {
          objectType = 29
          if channels == 1 { channels = 2 }
        }
        return
      }
    } catch {
      // The extension ends early: what was read of it stands.
      return
    }
  }

  private static func objectType(_ bits: inout BitReader) throws(OutOfBits) -> Int {
    let type = try bits.bits(5)
    return type == 31 ? 32 + (try bits.bits(6)) : type
  }

  private static func frequency(_ bits: inout BitReader) throws(OutOfBits) -> Int {
    let index = try bits.bits(4)
    if index == 15 { return try bits.bits(24) }
    guard index < sampleRates.count else { throw OutOfBits() }
    return sampleRates[index]
  }

  static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
  ]

  /// Channels of a channel configuration (table 1.19); nil for 0 and reserved ones.
  static func channels(_ configuration: Int) -> Int? {
    switch configuration {
    case 1...6: configuration
    case 7, 12, 14: 8
    case 11: 7
    case 13: 24
    default: nil
    }
  }
}
