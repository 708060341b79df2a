/// Text from outside, made harmless for a terminal.
package enum VisibleText {
  /// Control characters and marks that turn the direction of writing as `\u{1b}`, so that no remote text can
  /// move the cursor, forge a line or hide a part of itself.
  package static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        visible += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
    return visible
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
