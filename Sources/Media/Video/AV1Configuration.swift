/// AV1CodecConfigurationRecord and the codec string (AV1 Codec ISO Media File Format Binding, 2.3 and 5).
enum AV1Configuration {
  static func read(_ av1C: Span<UInt8>, colour: ColourDescription?, into facts: inout TrackFacts) {
    guard let marker = av1C.u8(0), marker == 0x81, let first = av1C.u8(1), let second = av1C.u8(2) else {
      return
    }
    let depth = second & 0x40 == 0 ? 8 : second & 0x20 == 0 ? 10 : 12
    let level = decimal(first & 0x1f, digits: 2)
    let tier = second & 0x80 == 0 ? "M" : "H"
    facts.codec = "av01.\(first >> 5).\(level)\(tier).\(decimal(depth, digits: 2))"
    facts.bitDepth = depth
    let isMono = second & 0x10 != 0
    let sampling = second >> 2 & 3
    guard let suffix = suffix(isMono: isMono, sampling: sampling, position: second & 3, colour: colour) else {
      return
    }
    facts.codec += suffix
  }

  /// The optional fields, all or none: none when they are the defaults (4:2:0, BT.709, limited range).
  private static func suffix(
    isMono: Bool, sampling: Int, position: Int, colour: ColourDescription?
  ) -> String? {
    let colour = colour ?? ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    let isUsual =
      [1, 2].contains(colour.primaries) && [1, 2].contains(colour.transfer)
      && [1, 2].contains(colour.matrix) && !colour.isFullRange
    if isUsual, !isMono, sampling == 3 { return nil }
    let numbers = [colour.primaries, colour.transfer, colour.matrix].map { decimal($0, digits: 2) }
    let subsampling = "\(sampling >> 1)\(sampling & 1)\(sampling == 3 ? position : 0)"
    let fields = [isMono ? "1" : "0", subsampling] + numbers + [colour.isFullRange ? "1" : "0"]
    return "." + fields.joined(separator: ".")
  }
}
