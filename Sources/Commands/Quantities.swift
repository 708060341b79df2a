import Flags

/// Bytes as typed: 500000, 64k, 1.5G; the letters stand for powers of 1,024, as other programs have them.
struct ByteCountValue: FlagValue, Hashable {
  let bytes: Int64

  static let placeholder = "SIZE"

  init(flagText: String) throws(ValueError) {
    bytes = try Quantity.value(flagText, step: 1_024, example: "64M, 1.5G")
  }
}

private enum Quantity {
  private static let letters = ["k", "m", "g", "t"]

  /// A number above 0, a letter for its unit allowed.
  static func value(_ text: String, step: Double, example: String) throws(ValueError) -> Int64 {
    let place = text.last.flatMap { letters.firstIndex(of: String($0).lowercased()) }
    let digits = place == nil ? text[...] : text.dropLast()
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, digits.utf8.count <= 20, var value = Double(digits), value > 0 else {
      throw ValueError("is not a number above 0", hint: "for instance \(example)")
    }
    for _ in 0..<(place.map { $0 + 1 } ?? 0) { value *= step }
    guard value >= 1, value < 9e18 else {
      throw ValueError("is out of range", hint: "for instance \(example)")
    }
    return Int64(value)
  }
}
