/// Names for files and folders that every common file system takes.
package enum FileNames {
  /// The longest name that `legalName` gives, in bytes of UTF-8: room for a suffix up to the usual 255.
  package static var byteLimit: Int { 200 }

  /// A name made of any text, legal on ext4, FAT and NTFS, and the same again when given back.
  ///
  /// - `/ \ : * ? " < > |` become `_`, tabs and line ends become blanks;
  /// - control characters, marks that turn the direction of text, and non-characters are left out;
  /// - letters are composed (NFC) as `Composition` says;
  /// - blanks at both ends and dots at the end are left out;
  /// - names that Windows keeps for devices (`con`, `aux.txt`) get a `_`;
  /// - at most 200 bytes, cut between scalars;
  /// - never empty: `untitled`.
  package static func legalName(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    // Four bytes at most for a scalar: what is far beyond the cut need not be looked at.
    for scalar in text.unicodeScalars.prefix(16 * byteLimit) {
      if let legal = replacement(for: scalar) { scalars.append(legal) }
    }
    var name = trimmed(cut(trimmed(Composition.composed(scalars)), to: byteLimit))
    if isReserved(name) {
      let dot = name.unicodeScalars.firstIndex(of: ".") ?? name.endIndex
      name = trimmed(cut(name[..<dot] + "_" + name[dot...], to: byteLimit))
    }
    return name.isEmpty ? "untitled" : name
  }

  /// Whether Windows keeps the name for a device, with any extension and in any case.
  package static func isReserved(_ name: String) -> Bool {
    let stem = name.unicodeScalars.prefix { $0 != "." }
    let bare = trimmed(String(String.UnicodeScalarView(stem))).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(bare) { return true }
    guard bare.hasPrefix("COM") || bare.hasPrefix("LPT") else { return false }
    let number = bare.unicodeScalars.dropFirst(3)
    guard number.count == 1, let digit = number.first else { return false }
    return ("0"..."9").contains(digit) || ["\u{B9}", "\u{B2}", "\u{B3}"].contains(digit)
  }

  /// Whether a scalar may stand in a name on every common file system; `/` may not.
  package static func isLegal(_ scalar: Unicode.Scalar) -> Bool { replacement(for: scalar) == scalar }

  /// What stands for the scalar in a name; nil where nothing does.
  private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": return " "
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return "_"
    case "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
      return nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .surrogate: return nil
    default: return scalar.properties.isNoncharacterCodePoint ? nil : scalar
    }
  }

  /// Without blanks at both ends and dots at the end.
  private static func trimmed(_ name: String) -> String {
    let start = name.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace && $0 != "." }) else { return "" }
    return String(String.UnicodeScalarView(start[...last]))
  }

  /// At most so many bytes, whole scalars only.
  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var kept = String.UnicodeScalarView()
    var length = 0
    for scalar in name.unicodeScalars {
      length += UTF8.width(scalar)
      if length > limit { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
