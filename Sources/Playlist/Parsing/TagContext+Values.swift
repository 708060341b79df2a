/// The types of attribute values (4.2).
extension TagContext {
  /// A quoted-string; nil when it is absent. Written without quotes it is taken in lenient mode.
  mutating func quoted(
    _ name: StaticString, _ bytes: Span<UInt8>, mayBeEmpty: Bool = false
  ) throws(PlaylistError) -> String? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    if !field.isQuoted {
      try tolerate(.attributeType, of: name, "is not in quotes")
    }
    let value = try resolved(bytes.text(from: field.valueStart, to: field.valueEnd))
    if value.isEmpty, !mayBeEmpty {
      try tolerate(.attributeType, of: name, "is empty")
      return nil
    }
    return value
  }

  /// A quoted-string that often comes again, such as the URI of a file with many ranges.
  mutating func quoted(
    _ name: StaticString, _ bytes: Span<UInt8>, repeating repeated: inout RepeatedText
  ) throws(PlaylistError) -> String? {
    guard let field = fields.field(name, in: bytes), field.isQuoted, field.valueStart < field.valueEnd else {
      return try quoted(name, bytes)
    }
    return try resolved(repeated.text(bytes, from: field.valueStart, to: field.valueEnd))
  }

  /// A quoted comma-separated list, blanks around its members dropped; empty when it is absent.
  mutating func list(_ name: StaticString, _ bytes: Span<UInt8>) throws(PlaylistError) -> [String] {
    guard let text = try quoted(name, bytes) else { return [] }
    return text.utf8.split(separator: UInt8(ascii: ",")).map { member in
      let bytes = Array(member).span
      let start = bytes.skippingBlanks(from: 0, to: bytes.count)
      return bytes.text(from: start, to: bytes.droppingBlanks(from: start, to: bytes.count))
    }.filter { !$0.isEmpty }
  }

  /// An enumerated-string as written; nil when it is absent. In quotes it is taken in lenient mode.
  mutating func enumerated(_ name: StaticString, _ bytes: Span<UInt8>) throws(PlaylistError) -> String? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    if field.isQuoted {
      try tolerate(.attributeType, of: name, "is in quotes")
    }
    if !bytes.isEnumeratedString(from: field.valueStart, to: field.valueEnd) {
      try tolerate(.enumeratedString, of: name, "is empty or has blanks, quotes or commas")
    }
    return bytes.text(from: field.valueStart, to: field.valueEnd)
  }

  /// YES or NO; false when it is absent. Any other value has the whole tag ignored (6.3.1).
  mutating func flag(_ name: StaticString, _ bytes: Span<UInt8>) throws(PlaylistError) -> Bool {
    switch try enumerated(name, bytes) {
    case nil, "NO": return false
    case "YES": return true
    default:
      ignore(unknownValueOf: name)
      return false
    }
  }

  /// A decimal-integer; nil when it is absent or, in lenient mode, unreadable. A decimal loses its fraction.
  mutating func integer(_ name: StaticString, _ bytes: Span<UInt8>) throws(PlaylistError) -> Int64? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    if !field.isQuoted, let value = bytes.integer(from: field.valueStart, to: field.valueEnd) { return value }
    try tolerate(.attributeType, of: name, "is not a decimal integer")
    return bytes.truncatedInteger(from: field.valueStart, to: field.valueEnd)
  }

  /// A decimal-floating-point, or a signed one; nil when it is absent or, in lenient mode, unreadable.
  mutating func decimal(
    _ name: StaticString, _ bytes: Span<UInt8>, signed: Bool = false
  ) throws(PlaylistError) -> Double? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    let value = bytes.decimal(from: field.valueStart, to: field.valueEnd, signed: signed)
    if value == nil || field.isQuoted {
      try tolerate(.attributeType, of: name, "is not a decimal number")
    }
    return value
  }

  /// A decimal-resolution; nil when it is absent or, in lenient mode, unreadable.
  mutating func resolution(_ name: StaticString, _ bytes: Span<UInt8>) throws(PlaylistError) -> Resolution? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    let text = bytes.text(from: field.valueStart, to: field.valueEnd)
    let value = Resolution(text)
    if value == nil || !text.utf8.contains(UInt8(ascii: "x")) || field.isQuoted {
      try tolerate(.attributeType, of: name, "is not a decimal resolution")
    }
    return value
  }

  /// A hexadecimal-sequence of at most 128 bits, shorter ones filled with zeros in front; nil when absent.
  mutating func bits128(
    _ name: StaticString, _ bytes: Span<UInt8>
  ) throws(PlaylistError) -> (high: UInt64, low: UInt64)? {
    guard let field = fields.field(name, in: bytes) else { return nil }
    let isPlain = firstIsPlain(bytes, field)
    if isPlain, let value = try hexDigits(name, bytes, from: field.valueStart, to: field.valueEnd) {
      return value
    }
    // A variable may stand in a hexadecimal-sequence, and some write quotes.
    if field.isQuoted {
      try tolerate(.attributeType, of: name, "is in quotes")
    }
    let text = Array(try resolved(bytes.text(from: field.valueStart, to: field.valueEnd)).utf8)
    if let value = try hexDigits(name, text.span, from: 0, to: text.count) { return value }
    throw malformed(.attributeType, "\(name) is not a hexadecimal sequence of 128 bits")
  }

  private func firstIsPlain(_ bytes: Span<UInt8>, _ field: AttributeField) -> Bool {
    !field.isQuoted && field.valueStart < field.valueEnd && bytes[field.valueStart] == UInt8(ascii: "0")
  }

  private mutating func hexDigits(
    _ name: StaticString, _ bytes: Span<UInt8>, from: Int, to: Int
  ) throws(PlaylistError) -> (high: UInt64, low: UInt64)? {
    let hasPrefix =
      bytes.starts(with: "0x", from: from, to: to) || bytes.starts(with: "0X", from: from, to: to)
    let start = hasPrefix ? from + 2 : from
    guard start < to, to - start <= 32 else { return nil }
    let middle = Swift.max(start, to - 16)
    guard let high = bytes.hexadecimal(from: start, to: middle),
      let low = bytes.hexadecimal(from: middle, to: to)
    else { return nil }
    let hasLower = high.hasLower || low.hasLower
    if hasLower {
      try tolerate(.lowerCaseHex, of: name, "has hexadecimal digits in lower case")
    }
    if !hasPrefix || to - start != 32 {
      try tolerate(.keyIV, of: name, "is not 0x and 32 hexadecimal digits")
    }
    return (high.value, low.value)
  }
}

extension Span where Element == UInt8 {
  /// A decimal-integer with blanks around it, or a decimal without its fraction; nil for anything else.
  func truncatedInteger(from: Int, to: Int) -> Int64? {
    let start = skippingBlanks(from: from, to: to)
    let end = droppingBlanks(from: start, to: to)
    if let value = integer(from: start, to: end) { return value }
    guard let value = decimal(from: start, to: end), value < 9e18 else { return nil }
    return Int64(value)
  }

  /// Whether the bytes are an enumerated-string: not empty, without quotes, commas and white space.
  func isEnumeratedString(from: Int, to: Int) -> Bool {
    for index in from..<max(from, to) {
      let byte = self[index]
      if byte.isBlank || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") { return false }
    }
    return from < to
  }

  /// Whether the bytes are "0x" and hexadecimal digits, small ones too.
  func isHexadecimalSequence(from: Int, to: Int) -> Bool {
    guard starts(with: "0x", from: from, to: to) || starts(with: "0X", from: from, to: to), from + 2 < to
    else { return false }
    for index in from + 2..<to where self[index].hexValue == nil { return false }
    return true
  }

  func hasSmallHexDigit(from: Int, to: Int) -> Bool {
    for index in from..<to where self[index] >= UInt8(ascii: "a") && self[index] <= UInt8(ascii: "f") {
      return true
    }
    return false
  }
}
