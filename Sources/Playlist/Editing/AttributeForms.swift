/// The form that 4.4 gives to each attribute's value: in quotes or not, and how its digits are written.
enum AttributeForms {
  private static let quoted: Set<String> = [
    "URI", "GROUP-ID", "LANGUAGE", "ASSOC-LANGUAGE", "NAME", "CODECS", "SUPPLEMENTAL-CODECS", "AUDIO",
    "VIDEO",
    "SUBTITLES", "KEYFORMAT", "KEYFORMATVERSIONS", "BYTERANGE", "CHANNELS", "CHARACTERISTICS", "INSTREAM-ID",
    "STABLE-RENDITION-ID", "STABLE-VARIANT-ID", "PATHWAY-ID", "DATA-ID", "VALUE", "IMPORT", "QUERYPARAM",
    "ID",
    "CLASS", "START-DATE", "END-DATE", "CUE", "ALLOWED-CPC", "REQ-VIDEO-LAYOUT", "SERVER-URI",
  ]
  private static let unquoted: Set<String> = [
    "METHOD", "TYPE", "DEFAULT", "AUTOSELECT", "FORCED", "HDCP-LEVEL", "VIDEO-RANGE", "PRECISE", "FORMAT",
    "END-ON-NEXT", "INDEPENDENT", "GAP", "IV", "TIME-OFFSET", "FRAME-RATE", "SCORE", "DURATION",
    "PLANNED-DURATION", "PART-TARGET",
  ]
  private static let integers: Set<String> = [
    "BANDWIDTH", "AVERAGE-BANDWIDTH", "BIT-DEPTH", "SAMPLE-RATE", "SKIPPED-SEGMENTS",
  ]

  /// `value` in the exact form of the attribute `name`; the same where it has that, or where none is known.
  static func exact(_ name: String, _ value: AttributeValue) -> AttributeValue {
    if quoted.contains(name) {
      return value.isQuoted || value.text.isEmpty ? value : inQuotes(value.text)
    }
    if name == "CLOSED-CAPTIONS" { return value.text == "NONE" ? bare(value.text) : inQuotes(value.text) }
    if name == "IV" { return bare(fullIV(value.text)) }
    if name == "RESOLUTION" {
      return bare(Resolution(value.text).map { "\($0)" } ?? value.text)
    }
    if integers.contains(name) {
      let whole = value.text.prefix { $0 != "." }
      let isNumber = !whole.isEmpty && whole.utf8.allSatisfy(\.isDigit)
      return bare(isNumber ? String(whole) : value.text)
    }
    if unquoted.contains(name) { return bare(value.text) }
    return value.isQuoted ? value : AttributeValue(text: capitals(value.text), isQuoted: false)
  }

  /// A quoted-string cannot hold quotes.
  private static func inQuotes(_ text: String) -> AttributeValue {
    AttributeValue(text: text.without([UInt8(ascii: "\"")]), isQuoted: true)
  }

  /// A value without quotes cannot hold quotes, commas or blanks.
  private static func bare(_ text: String) -> AttributeValue {
    AttributeValue(text: text.without(Array("\", \t".utf8)), isQuoted: false)
  }

  /// A hexadecimal-sequence with its digits in capitals; any other text as it is.
  private static func capitals(_ text: String) -> String {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return text }
    let digits = text.utf8.dropFirst(2)
    guard digits.contains(where: { $0 > UInt8(ascii: "F") }), digits.allSatisfy({ $0.hexValue != nil }) else {
      return text
    }
    return "0x" + text.dropFirst(2).uppercased()
  }

  /// An IV as 0x and 32 digits, zeros in front; anything else as it is.
  private static func fullIV(_ text: String) -> String {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
    let count = digits.utf8.count
    guard count > 0, count <= 32, digits.utf8.allSatisfy({ $0.hexValue != nil }) else { return text }
    return (text.hasPrefix("0X") ? "0X" : "0x") + String(repeating: "0", count: 32 - count)
      + digits.uppercased()
  }
}

extension String {
  /// The text without some ASCII characters, taken byte by byte.
  fileprivate func without(_ bytes: [UInt8]) -> String {
    String(decoding: utf8.filter { !bytes.contains($0) }, as: UTF8.self)
  }
}
