/// A read went past the end of the bits.
struct OutOfBits: Error {}

/// Reads bits from the most significant on. Every read is checked; past the end it throws.
struct BitReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - position }

  /// The next `count` bits, 0 to 32 of them, as a number.
  mutating func bits(_ count: Int) throws(OutOfBits) -> Int {
    guard count >= 0, count <= 32, count <= remaining else { throw OutOfBits() }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  mutating func flag() throws(OutOfBits) -> Bool {
    try bits(1) == 1
  }

  mutating func skip(_ count: Int) throws(OutOfBits) {
    guard count >= 0, count <= remaining else { throw OutOfBits() }
    position += count
  }

  mutating func alignToByte() throws(OutOfBits) {
    try skip((8 - position & 7) & 7)
  }

  /// An unsigned Exp-Golomb number, ue(v) of H.264 9.1; at most 2^32 - 2.
  mutating func unsignedGolomb() throws(OutOfBits) -> Int {
    var zeros = 0
    while try bits(1) == 0 {
      zeros += 1
      if zeros > 32 { throw OutOfBits() }
    }
    return (1 << zeros) - 1 + (try bits(zeros))
  }

  /// A signed Exp-Golomb number, se(v) of H.264 9.1.1.
  mutating func signedGolomb() throws(OutOfBits) -> Int {
    let code = try unsignedGolomb()
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}
