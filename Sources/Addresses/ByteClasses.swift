/// The character classes of RFC 3986 that the parsers here ask for.
extension UInt8 {
  var isASCIILetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
  var isASCIIUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  var isASCIILower: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var asciiLowered: UInt8 { isASCIIUpper ? self | 0x20 : self }
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// RFC 3986, 2.3.
  var isUnreserved: Bool {
    if isASCIILetter || isASCIIDigit { return true }
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
    default: return false
    }
  }

  /// RFC 3986, 2.2.
  var isSubDelimiter: Bool {
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="):
      return true
    default: return false
    }
  }

  /// What RFC 3986, 3.1 allows after the first letter of a scheme.
  var isSchemeCharacter: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }

  /// 0 to 15; nil when this is no hexadecimal digit.
  var hexValue: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    let lowered = self | 0x20
    guard lowered >= UInt8(ascii: "a"), lowered <= UInt8(ascii: "f") else { return nil }
    return lowered - UInt8(ascii: "a") + 10
  }
}
