/// HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1).
enum HEVCConfiguration {
  private static let sequenceSet = 33

  static func read(_ hvcC: Span<UInt8>, format: FourCC, into facts: inout TrackFacts) {
    guard hvcC.count >= 23, let profile = HEVCProfile(hvcC.copy(1..<13)) else { return }
    facts.codec = "\(format).\(profile.codecSuffix)"
    facts.bitDepth = Int(hvcC[17] & 7) + 8
    guard let range = sequenceSetRange(in: hvcC), let set = HEVCParameterSet(hvcC.copy(range)) else { return }
    facts.frameRate = set.frameRate
    facts.transferCharacteristics = set.transferCharacteristics
  }

  private static func sequenceSetRange(in hvcC: Span<UInt8>) -> Range<Int>? {
    var at = 23
    for _ in 0..<Int(hvcC[22]) {
      guard let type = hvcC.u8(at), let count = hvcC.u16(at + 1) else { return nil }
      at += 3
      for _ in 0..<min(count, 64) {
        guard let length = hvcC.u16(at) else { return nil }
        if Int(type & 0x3f) == sequenceSet { return at + 2..<at + 2 + length }
        at += 2 + length
      }
    }
    return nil
  }
}

/// Profile, tier and level (ITU-T H.265, 7.3.3): twelve bytes of a configuration record or a parameter set.
struct HEVCProfile: Sendable, Hashable {
  /// What follows "hvc1." (ISO/IEC 14496-15, E.3).
  let codecSuffix: String

  init?(_ bytes: [UInt8]) {
    guard bytes.count == 12 else { return nil }
    let space = ["", "A", "B", "C"][Int(bytes[0] >> 6)]
    let tier = bytes[0] & 0x20 == 0 ? "L" : "H"
    var reversed: UInt32 = 0
    for bit in 0..<32 where bytes[1 + bit / 8] >> UInt8(7 - bit % 8) & 1 == 1 { reversed |= 1 << UInt32(bit) }
    var constraints = Array(bytes[5..<11])
    while constraints.last == 0 { constraints.removeLast() }
    let parts = ["\(space)\(bytes[0] & 0x1f)", hex(reversed), "\(tier)\(bytes[11])"]
    codecSuffix = (parts + constraints.map { hex($0) }).joined(separator: ".")
  }
}
