/// AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1).
enum AVCConfiguration {
  private static let setLimit = 4

  /// Sets the codec string, and what the first parameter set says of timing and colour.
  static func read(_ avcC: Span<UInt8>, format: FourCC, into facts: inout TrackFacts) {
    guard let version = avcC.u8(0), version == 1, let profile = avcC.u24(1), avcC.count >= 7 else { return }
    facts.codec = "\(format).\(hex(profile, digits: 6))"
    var at = 6
    for _ in 0..<min(Int(avcC[5] & 0x1f), setLimit) {
      guard let length = avcC.u16(at) else { break }
      if let set = AVCParameterSet(avcC.copy(at + 2..<at + 2 + length)) {
        facts.frameRate = set.frameRate
        facts.bitDepth = set.bitDepth
        facts.transferCharacteristics = set.transferCharacteristics
        break
      }
      at += 2 + length
    }
  }
}
