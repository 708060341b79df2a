/// Numbers as attribute lists write them (4.2).
extension Span where Element == UInt8 {
  /// A decimal-integer: 1 to 20 digits, 0 to 2^64-1; nil for anything else. What is above the range of `Int64`
  /// is given as its largest value.
  func integer(from: Int, to: Int) -> Int64? {
    guard from < to, to - from <= 20 else { return nil }
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
