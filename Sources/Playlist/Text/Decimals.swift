/// Numbers as attribute lists write them (4.2).
extension Span where Element == UInt8 {
  /// A decimal-integer: 1 to 20 digits, 0 to 2^64-1; nil for anything else. What is above the range of `Int64`
  /// is given as its largest value.
  func integer(from: Int, to: Int) -> Int64? {
    guard from < to, to - from <= 20 else { return nil }
    if let leading = leadingInteger(from: from, to: to), leading.end == to { return leading.value }
    var value: UInt64 = 0
    for index in from..<to {
      guard self[index].isDigit else { return nil }
      let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(UInt64(self[index] - UInt8(ascii: "0")))
      guard !isTooBig, !overflows else { return nil }
      value = sum
    }
    return Int64(clamping: value)
  }

  /// The digits that `from..<to` begins with, at most 18, and where they end; nil where there are none or more.
  @inline(__always)
  func leadingInteger(from: Int, to: Int) -> (value: Int64, end: Int)? {
    var value: Int64 = 0
    var end = from
    while end < to {
      let digit = self[end] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ Int64(digit)
      end += 1
    }
    return end > from && end - from <= 18 ? (value, end) : nil
  }

  /// The decimal-floating-point that `from..<to` begins with, where it ends, and whether it has a point; nil
  /// where there is none or one that takes more than 15 digits, which `decimal` reads.
  @inline(__always)
  func leadingDecimal(from: Int, to: Int) -> (value: Double, end: Int, hasPoint: Bool)? {
    guard let whole = leadingInteger(from: from, to: to), whole.end - from <= 15 else { return nil }
    guard whole.end < to, self[whole.end] == UInt8(ascii: ".") else {
      return (Double(whole.value), whole.end, false)
    }
    var mantissa = whole.value
    var end = whole.end + 1
    while end < to {
      let digit = self[end] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ Int64(digit)
      end += 1
    }
    guard end - from <= 16, end == to || self[end] != UInt8(ascii: ".") else { return nil }
    // Both are exact, so the quotient is the nearest number there is.
    return (Double(mantissa) / powersOfTen[end - whole.end - 1], end, true)
  }

  /// At most 16 hexadecimal digits, 0 where there are none, and whether one is in lower case; nil when another
  /// character stands there.
  func hexadecimal(from: Int, to: Int) -> (value: UInt64, hasLower: Bool)? {
    var value: UInt64 = 0
    var hasLower = false
    var index = from
    while index + 8 <= to {
      guard let digits = HexadecimalWord(word(at: index)) else { return nil }
      value = value << 32 | digits.value
      hasLower = hasLower || digits.hasLower
      index += 8
    }
    while index < to {
      guard let digit = self[index].hexValue else { return nil }
      value = value << 4 | UInt64(digit)
      hasLower = hasLower || self[index] >= UInt8(ascii: "a")
      index += 1
    }
    return (value, hasLower)
  }

  /// A decimal-floating-point (digits and one "."), or with `signed` one that may begin with "-"; nil for
  /// anything else and for what no finite number can hold.
  func decimal(from: Int, to: Int, signed: Bool = false) -> Double? {
    let isNegative = signed && from < to && self[from] == UInt8(ascii: "-")
    let first = isNegative ? from + 1 : from
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var hasPoint = false
    for index in first..<max(first, to) {
      let byte = self[index]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      guard byte.isDigit else { return nil }
      digits += 1
      if hasPoint { fraction += 1 }
      if digits <= 19 { mantissa = mantissa &* 10 &+ UInt64(byte - UInt8(ascii: "0")) }
    }
    guard digits > 0 else { return nil }
    let magnitude: Double
    if digits <= 19, mantissa < 1 << 53, fraction < powersOfTen.count {
      // Both are exact, so the quotient is the nearest number there is.
      magnitude = Double(mantissa) / powersOfTen[fraction]
    } else {
      guard to - first <= 400, let slow = Double(text(from: first, to: to)), slow.isFinite else { return nil }
      magnitude = slow
    }
    return isNegative ? -magnitude : magnitude
  }
}

/// All powers of ten that a `Double` holds exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
]

/// Eight hexadecimal digits at once, the first in the highest byte of the word.
private struct HexadecimalWord {
  let value: UInt64
  let hasLower: Bool

  /// Nil when one of the characters is no digit.
  init?(_ text: UInt64) {
    let tops: UInt64 = 0x8080_8080_8080_8080
    guard text & tops == 0 else { return nil }
    // What is at least a bound sets the top bit of its byte when the distance from the bound to 0x80 is added.
    let digits = (text &+ Self.distance(UInt8(ascii: "0"))) & ~(text &+ Self.distance(UInt8(ascii: "9") + 1))
    let lowered = text | 0x2020_2020_2020_2020
    let letters =
      (lowered &+ Self.distance(UInt8(ascii: "a"))) & ~(lowered &+ Self.distance(UInt8(ascii: "f") + 1))
      & tops
    guard (digits | letters) & tops == tops else { return nil }
    hasLower = letters & (text << 2) != 0
    var halves = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ (letters >> 7) &* 9
    halves = (halves | halves >> 4) & 0x00FF_00FF_00FF_00FF
    halves = (halves | halves >> 8) & 0x0000_FFFF_0000_FFFF
    value = (halves | halves >> 16) & 0xFFFF_FFFF
  }

  private static func distance(_ bound: UInt8) -> UInt64 { UInt64(0x80 - bound) &* 0x0101_0101_0101_0101 }
}
