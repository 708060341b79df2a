/// AC-4 (ETSI TS 103 190-2, E.5 to E.10): the numbers of "ac-4.02.01.03".
enum AC4Configuration {
  static func read(_ dac4: Span<UInt8>, into facts: inout TrackFacts) {
    var bits = BitReader(dac4.copy(0..<dac4.count, limit: 256))
    do throws(OutOfBits) {
      try read(&bits, into: &facts)
    } catch {
      // A box without a presentation: the codec stays "ac-4".
      return
    }
  }

  private static func read(_ bits: inout BitReader, into facts: inout TrackFacts) throws(OutOfBits) {
    guard try bits.bits(3) == 1 else { return }
    let bitstream = try bits.bits(7)
    facts.sampleRate = try bits.flag() ? 48_000 : 44_100
    try bits.skip(4)
    let presentations = try bits.bits(9)
    if bitstream > 1, try bits.flag() {
      try bits.skip(16)
      if try bits.flag() { try bits.skip(128) }
    }
    // Bit rate: mode, rate, precision.
    try bits.skip(66)
    try bits.alignToByte()
    guard presentations > 0 else { return }
    let version = try bits.bits(8)
    if try bits.bits(8) == 255 { try bits.skip(16) }
    let configuration = try bits.bits(5)
    let compatibility = configuration == 6 ? 0 : try bits.bits(3)
    let numbers = [bitstream, version, compatibility].map { hex($0, digits: 2) }
    facts.codec = "ac-4." + numbers.joined(separator: ".")
  }
}
