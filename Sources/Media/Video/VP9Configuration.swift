/// VPCodecConfigurationRecord and the codec string (VP Codec ISO Media File Format Binding).
enum VP9Configuration {
  static func read(_ vpcC: Span<UInt8>, format: FourCC, into facts: inout TrackFacts) {
    // A full box: version and flags first.
    guard vpcC.count >= 10 else { return }
    let depth = Int(vpcC[6] >> 4)
    let numbers = [Int(vpcC[4]), Int(vpcC[5]), depth].map { decimal($0, digits: 2) }
    facts.codec = ([format.trimmed] + numbers).joined(separator: ".")
    facts.bitDepth = depth
    let chroma = Int(vpcC[6] >> 1 & 7)
    let isFullRange = vpcC[6] & 1 == 1
    let colour = [Int(vpcC[7]), Int(vpcC[8]), Int(vpcC[9])]
    if colour[1] != 2 { facts.transferCharacteristics = colour[1] }
    let isUsual = chroma <= 1 && !isFullRange && colour.allSatisfy { $0 == 1 || $0 == 2 || $0 == 0 }
    guard !isUsual else { return }
    let optional = [chroma] + colour + [isFullRange ? 1 : 0]
    facts.codec += "." + optional.map { decimal($0, digits: 2) }.joined(separator: ".")
  }
}
