/// A sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1.1).
struct AVCParameterSet: Sendable, Hashable {
  /// In pixels, after cropping.
  private(set) var width = 0
  private(set) var height = 0
  /// Frames a second: half of the field rate that the timing tells; nil without timing.
  private(set) var frameRate: Double?
  private(set) var transferCharacteristics: Int?
  private(set) var bitDepth = 8
  /// "avc1.64001F".
  let codec: String

  private var chromaFormat = 1
  private static let highProfiles: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

  /// Reads a whole unit, its header byte first; nil when it is another kind of unit, or cut before its size.
  init?(_ unit: [UInt8]) {
    guard unit.count >= 4, unit[0] & 0x9f == 7 else { return nil }
    codec = "avc1." + unit[1...3].map { hex($0, digits: 2) }.joined()
    var bits = BitReader(NALUnit.unescaped(unit.dropFirst()))
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
    let profile = try bits.bits(8)
    try bits.skip(16)
    _ = try bits.unsignedGolomb()
    var isSeparate = false
    if Self.highProfiles.contains(profile) {
      chromaFormat = try bits.unsignedGolomb()
      if chromaFormat == 3 { isSeparate = try bits.flag() }
      bitDepth = 8 + min(try bits.unsignedGolomb(), 6)
      _ = try bits.unsignedGolomb()
      try bits.skip(1)
      if try bits.flag() { try skipScaling(&bits) }
    }
    _ = try bits.unsignedGolomb()
    try skipOrderCount(&bits)
    _ = try bits.unsignedGolomb()
    try bits.skip(1)
    try readSize(&bits, chromaFormat: isSeparate ? 0 : chromaFormat)
  }

  private func skipScaling(_ bits: inout BitReader) throws(OutOfBits) {
    for list in 0..<(chromaFormat == 3 ? 12 : 8) where try bits.flag() {
      var last = 8
      var next = 8
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try bits.signedGolomb()) + 256) & 0xff }
        last = next == 0 ? last : next
      }
    }
  }

  private func skipOrderCount(_ bits: inout BitReader) throws(OutOfBits) {
    switch try bits.unsignedGolomb() {
    case 0: _ = try bits.unsignedGolomb()
    case 1:
      try bits.skip(1)
      _ = try bits.signedGolomb()
      _ = try bits.signedGolomb()
      let count = try bits.unsignedGolomb()
      guard count <= 255 else { throw OutOfBits() }
      for _ in 0..<count { _ = try bits.signedGolomb() }
    default: break
    }
  }

  private mutating func readSize(_ bits: inout BitReader, chromaFormat: Int) throws(OutOfBits) {
    let columns = try bits.unsignedGolomb() + 1
    let rows = try bits.unsignedGolomb() + 1
    let isFramesOnly = try bits.flag()
    if !isFramesOnly { try bits.skip(1) }
    try bits.skip(1)
    guard columns <= 4_096, rows <= 4_096 else { throw OutOfBits() }
    let fields = isFramesOnly ? 1 : 2
    width = columns * 16
    height = rows * 16 * fields
    guard try bits.flag() else { return }
    let unitX = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    let unitY = (chromaFormat == 1 ? 2 : 1) * fields
    let left = try bits.unsignedGolomb()
    let right = try bits.unsignedGolomb()
    let top = try bits.unsignedGolomb()
    let bottom = try bits.unsignedGolomb()
    width -= unitX * (left + right)
    height -= unitY * (top + bottom)
    guard width > 0, height > 0 else { throw OutOfBits() }
  }

  private mutating func readUsability(_ bits: inout BitReader) throws(OutOfBits) {
    guard try bits.flag() else { return }
    var usability = VideoUsability()
    try usability.readFront(&bits)
    transferCharacteristics = usability.transferCharacteristics
    try usability.readTiming(&bits)
    frameRate = usability.tickRate.map { $0 / 2 }
  }
}
