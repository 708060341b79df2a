/// The small rules that names in a bundle are made of.
enum Grammar {
  /// A decimal number in its one form: no sign, no leading zero, at most `digits` digits, within Int64.
  static func decimal(_ text: Substring, digits: Int) -> Int64? {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= digits, bytes.allSatisfy(isDigit) else { return nil }
    guard first != 0x30 || bytes.count == 1 else { return nil }
    return Int64(text)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  static func isBase32(_ byte: UInt8) -> Bool { isUpper(byte) || (0x32...0x37).contains(byte) }

  static func isUpperHex(_ byte: UInt8) -> Bool { isDigit(byte) || (0x41...0x46).contains(byte) }

  /// Letters, digits, point, low line and hyphen: what every file system and archive takes.
  static func isPlain(_ byte: UInt8) -> Bool {
    isDigit(byte) || isUpper(byte) || isLower(byte) || byte == 0x2E || byte == 0x5F || byte == 0x2D
  }

  /// A UUID as `8-4-4-4-12` upper-case hexadecimal digits.
  static func isUUID(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.utf8.allSatisfy(isUpperHex) }
  }
}
