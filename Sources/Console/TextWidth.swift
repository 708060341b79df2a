/// How many columns text takes on a terminal: none for marks, two for wide characters, else one each.
package enum TextWidth {
  /// Columns of a text without control characters.
  package static func of(_ text: String) -> Int {
    var width = 0
    for scalar in text.unicodeScalars { width += columns(of: scalar) }
    return width
  }

  /// The text, or as much of its beginning as leaves room for `…` within that many columns.
  package static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      used += columns(of: scalar)
      if used > width - 1 { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }

  /// The text and blanks up to that many columns.
  package static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - of(text)))
    return right ? blanks + text : text + blanks
  }

  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), by blocks, and emoji.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x26A1, 0x2705, 0x274C,
      0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E,
      0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A,
      0x1F200...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F90C...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
