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
  private static let enumerated: Set<String> = [
    "METHOD", "TYPE", "DEFAULT", "AUTOSELECT", "FORCED", "HDCP-LEVEL", "VIDEO-RANGE", "PRECISE", "FORMAT",
    "END-ON-NEXT", "INDEPENDENT", "GAP", "CAN-SKIP-DATERANGES", "CAN-BLOCK-RELOAD",
  ]
  private static let decimals: Set<String> = [
    "TIME-OFFSET", "FRAME-RATE", "SCORE", "DURATION", "PLANNED-DURATION", "PART-TARGET", "CAN-SKIP-UNTIL",
    "HOLD-BACK", "PART-HOLD-BACK",
  ]
  private static let integers: Set<String> = [
    "BANDWIDTH", "AVERAGE-BANDWIDTH", "BIT-DEPTH", "SAMPLE-RATE", "SKIPPED-SEGMENTS", "BYTERANGE-START",
    "BYTERANGE-LENGTH", "LAST-MSN", "LAST-PART",
  ]
  private static let sizes: Set<String> = ["RESOLUTION", "LAYOUT"]
  /// Quoted-strings that may be empty.
  private static let mayBeEmpty: Set<String> = ["VALUE", "RECENTLY-REMOVED-DATERANGES"]

  /// `value` in the exact form of the attribute `name`, the same where it has that or where none is known; nil
  /// where no reader can use it, so that the attribute is as good as absent.
  static func exact(_ name: String, _ value: AttributeValue) -> AttributeValue? {
    if quoted.contains(name) || mayBeEmpty.contains(name) {
      let isUseless = value.text.isEmpty && !mayBeEmpty.contains(name)
      return isUseless ? nil : value.isQuoted ? value : inQuotes(value.text)
    }
    if name == "CLOSED-CAPTIONS" {
      if value.text == "NONE" { return bare(value.text) }
      return value.text.isEmpty ? nil : inQuotes(value.text)
    }
    if name == "IV" { return bare(fullIV(bare(value.text).text)) }
    if let exact = number(name, value) { return exact.text.isEmpty ? nil : exact }
    if enumerated.contains(name) {
      let text = Array(value.text.utf8)
      // What is no enumerated string cannot stand without its quotes.
      guard text.span.isEnumeratedString(from: 0, to: text.count) else { return value }
      return AttributeValue(text: value.text, isQuoted: false)
    }
    if name.hasPrefix("SCTE35-") { return isHexadecimal(value.text) ? bare(capitals(value.text)) : nil }
    if value.isQuoted { return value }
    let isNumber = isDecimal(value.text, signed: true) || isHexadecimal(value.text)
    if name.hasPrefix("X-"), !isNumber { return inQuotes(value.text) }
    return AttributeValue(text: capitals(value.text), isQuoted: false)
  }

  /// A number or a size as a reader takes it, empty where it takes none; nil for attributes of other types.
  private static func number(_ name: String, _ value: AttributeValue) -> AttributeValue? {
    if sizes.contains(name) {
      let isExact = value.text.utf8.contains(UInt8(ascii: "x"))
      return bare(Resolution(value.text).map { isExact ? value.text : "\($0)" } ?? "")
    }
    if decimals.contains(name) {
      return bare(isDecimal(value.text, signed: name == "TIME-OFFSET") ? value.text : "")
    }
    guard integers.contains(name) else { return nil }
    let text = Array(value.text.utf8)
    let isInteger = text.span.integer(from: 0, to: text.count) != nil
    return bare(
      isInteger ? value.text : text.span.truncatedInteger(from: 0, to: text.count).map { "\($0)" } ?? "")
  }

  private static func isDecimal(_ text: String, signed: Bool) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.span.decimal(from: 0, to: bytes.count, signed: signed) != nil
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.span.isHexadecimalSequence(from: 0, to: bytes.count)
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
