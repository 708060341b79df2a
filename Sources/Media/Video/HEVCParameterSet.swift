/// A sequence parameter set of H.265 (ITU-T H.265, 7.3.2.2).
struct HEVCParameterSet: Sendable, Hashable {
  /// In pixels, after the conformance window.
  private(set) var width = 0
  private(set) var height = 0
  /// Frames a second; nil without timing.
  private(set) var frameRate: Double?
  private(set) var transferCharacteristics: Int?
  private(set) var bitDepth = 8
  /// "hvc1.2.4.L153.B0".
  let codec: String

  private var sublayers = 0

  /// Reads a whole unit, its two header bytes first; nil when it is another kind, or cut before its size.
  init?(_ unit: [UInt8]) {
    guard unit.count >= 15, unit[0] >> 1 & 0x3f == 33 else { return nil }
    let payload = NALUnit.unescaped(unit.dropFirst(2))
    guard payload.count >= 13, let profile = HEVCProfile(Array(payload[1..<13])) else { return nil }
    codec = "hvc1." + profile.codecSuffix
    var bits = BitReader(payload)
    do throws(OutOfBits) {
      try readUpToSize(&bits)
    } catch {
      return nil
    }
    do throws(OutOfBits) {
      try readUsability(&bits)
    } catch {
      // The size stands even where the timing behind it is cut.
      return
    }
  }

  private mutating func readUpToSize(_ bits: inout BitReader) throws(OutOfBits) {
    try bits.skip(4)
    sublayers = try bits.bits(3)
    try bits.skip(1 + 96)
    try skipSublayers(&bits)
    _ = try bits.unsignedGolomb()
    let chromaFormat = try bits.unsignedGolomb()
    let isSeparate = chromaFormat == 3 ? try bits.flag() : false
    width = try bits.unsignedGolomb()
    height = try bits.unsignedGolomb()
    guard (1...65_536).contains(width), (1...65_536).contains(height) else { throw OutOfBits() }
    if try bits.flag() {
      let unitX = !isSeparate && (chromaFormat == 1 || chromaFormat == 2) ? 2 : 1
      let unitY = !isSeparate && chromaFormat == 1 ? 2 : 1
      let left = try bits.unsignedGolomb()
      let right = try bits.unsignedGolomb()
      let top = try bits.unsignedGolomb()
      let bottom = try bits.unsignedGolomb()
      width -= unitX * (left + right)
      height -= unitY * (top + bottom)
      guard width > 0, height > 0 else { throw OutOfBits() }
    }
    bitDepth = 8 + min(try bits.unsignedGolomb(), 8)
    _ = try bits.unsignedGolomb()
  }

  /// Profiles and levels of the sub-layers (7.3.3).
  private func skipSublayers(_ bits: inout BitReader) throws(OutOfBits) {
    guard sublayers > 0 else { return }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<sublayers { present.append((try bits.flag(), try bits.flag())) }
    try bits.skip(2 * (8 - sublayers))
    for layer in present { try bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }

  private mutating func readUsability(_ bits: inout BitReader) throws(OutOfBits) {
    let orderBits = try bits.unsignedGolomb() + 4
    guard orderBits <= 16 else { throw OutOfBits() }
    let isPerLayer = try bits.flag()
    for _ in (isPerLayer ? 0 : sublayers)...sublayers { try skipGolombs(3, &bits) }
    try skipGolombs(6, &bits)
    if try bits.flag(), try bits.flag() { try skipScaling(&bits) }
    try bits.skip(2)
    if try bits.flag() {
      try bits.skip(8)
      try skipGolombs(2, &bits)
      try bits.skip(1)
    }
    try skipReferenceSets(&bits)
    if try bits.flag() {
      let count = try bits.unsignedGolomb()
      guard count <= 32 else { throw OutOfBits() }
      try bits.skip(count * (orderBits + 1))
    }
    try bits.skip(2)
    guard try bits.flag() else { return }
    try readTiming(&bits)
  }

  private mutating func readTiming(_ bits: inout BitReader) throws(OutOfBits) {
    var usability = VideoUsability()
    try usability.readFront(&bits)
    transferCharacteristics = usability.transferCharacteristics
    try bits.skip(1)
    let isFields = try bits.flag()
    try bits.skip(1)
    if try bits.flag() { try skipGolombs(4, &bits) }
    try usability.readTiming(&bits)
    frameRate = usability.tickRate.map { isFields ? $0 / 2 : $0 }
  }

  private func skipGolombs(_ count: Int, _ bits: inout BitReader) throws(OutOfBits) {
    for _ in 0..<count { _ = try bits.unsignedGolomb() }
  }

  /// Scaling lists (7.3.4).
  private func skipScaling(_ bits: inout BitReader) throws(OutOfBits) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try bits.flag() else {
          try skipGolombs(1, &bits)
          continue
        }
        if size > 1 { _ = try bits.signedGolomb() }
        for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = try bits.signedGolomb() }
      }
    }
  }

  /// Short-term reference picture sets (7.3.7).
  private func skipReferenceSets(_ bits: inout BitReader) throws(OutOfBits) {
    let count = try bits.unsignedGolomb()
    guard count <= 64 else { throw OutOfBits() }
    var sizes: [Int] = []
    for index in 0..<count {
      if index > 0, try bits.flag() {
        try bits.skip(1)
        try skipGolombs(1, &bits)
        var size = 0
        for _ in 0...sizes[index - 1] {
          let isUsed = try bits.flag()
          let isKept = isUsed ? true : try bits.flag()
          if isKept { size += 1 }
        }
        sizes.append(size)
      } else {
        let before = try bits.unsignedGolomb()
        let after = try bits.unsignedGolomb()
        guard before <= 16, after <= 16 else { throw OutOfBits() }
        for _ in 0..<(before + after) {
          try skipGolombs(1, &bits)
          try bits.skip(1)
        }
        sizes.append(before + after)
      }
    }
  }
}
