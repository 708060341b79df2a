/// Whether a text looks like a credential rather than like words, numbers or a name.
enum Randomness {
  /// A JSON web token: three base64url parts, the first of which begins with `{"` encoded.
  static func isWebToken(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 20 && bytes.starts(with: "eyJ".utf8) && bytes.contains(UInt8(ascii: "."))
  }

  /// 32 or more hexadecimal digits (dashes allowed, as in a UUID) of which some are letters and some digits.
  static func isLongHex(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= 32 && digits.allSatisfy { $0.hexValue != nil }
      && digits.contains(where: \.isASCIIDigit) && digits.contains(where: \.isASCIILetter)
  }

  /// How often the kind of character (lower, upper, digit) changes inside a word, per character. A capital at
  /// the head of a word is no change. Words give less than 0.2; base64 about 0.45, base36 0.4, hex 0.47.
  static func churn(_ bytes: [UInt8]) -> Double {
    var changes = 0
    for (before, after) in zip(bytes, bytes.dropFirst()) {
      guard let left = kind(before), let right = kind(after), left != right else { continue }
      if left == .upper, right == .lower { continue }
      changes += 1
    }
    return bytes.isEmpty ? 0 : Double(changes) / Double(bytes.count)
  }

  /// How often a capital follows a capital, per character: 0 in wordsJoinedLikeThis, 0.25 in random letters.
  static func capitalPairs(_ bytes: [UInt8]) -> Double {
    let pairs = zip(bytes, bytes.dropFirst()).count { $0.isASCIIUpper && $1.isASCIIUpper }
    return bytes.isEmpty ? 0 : Double(pairs) / Double(bytes.count)
  }

  /// Only characters of base64, base64url and the separators seen in signatures.
  static func isTokenText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") || $0 == 0x3D }
  }

  static func hasAllKinds(_ bytes: [UInt8]) -> Bool {
    bytes.contains(where: \.isASCIILower) && bytes.contains(where: \.isASCIIUpper)
      && bytes.contains(where: \.isASCIIDigit)
  }

  private enum Kind { case lower, upper, digit }

  private static func kind(_ byte: UInt8) -> Kind? {
    if byte.isASCIILower { return .lower }
    if byte.isASCIIUpper { return .upper }
    return byte.isASCIIDigit ? .digit : nil
  }
}
