extension JSONCursor {
  /// A string; the cursor stands on its first quotation mark, and after its last one afterwards.
  mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> String {
    at += 1
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let text = try text(bytes, start..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(bytes, from: start)
      case 0..<0x20: throw error("a control character inside a string")
      default: at += 1
      }
    }
    throw error("ends inside a string")
  }

  private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(JSONError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.extracting(range)))
    } catch {
      throw JSONError(offset: range.lowerBound + error.byteOffsets.lowerBound, reason: "not UTF-8")
    }
  }

  private mutating func escapedString(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> String {
    var text = try text(bytes, start..<at)
    var plain = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        text += try self.text(bytes, plain..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"):
        text += try self.text(bytes, plain..<at)
        text.unicodeScalars.append(try escape(bytes))
        plain = at
      case 0..<0x20: throw error("a control character inside a string")
      default: at += 1
      }
    }
    throw error("ends inside a string")
  }

  /// The character of an escape; the cursor stands on its backslash, and after the escape afterwards.
  private mutating func escape(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    guard at + 1 < bytes.count else { throw error("ends inside a string") }
    let letter = bytes[at + 1]
    guard letter == UInt8(ascii: "u") else {
      guard let plain = Self.plainEscape(letter) else { throw error("an unknown escape") }
      at += 2
      return plain
    }
    let unit = try hexUnit(bytes)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    else { throw error("half of a surrogate pair") }
    let second = try hexUnit(bytes)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("half of a surrogate pair") }
    return scalar
  }

  private static func plainEscape(_ letter: UInt8) -> Unicode.Scalar? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  /// The four hexadecimal digits after `\u`.
  private mutating func hexUnit(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
    guard bytes.count - at >= 6 else { throw error("ends inside a string") }
    var unit: UInt32 = 0
    for index in (at + 2)..<(at + 6) {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - 55)
      default: throw JSONError(offset: index, reason: "not a hexadecimal digit")
      }
    }
    at += 6
    return unit
  }

  /// A number; at most 1,000 characters long.
  mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let firstDigit = at
    try digits(bytes)
    guard bytes[firstDigit] != UInt8(ascii: "0") || at == firstDigit + 1 else {
      throw JSONError(offset: firstDigit, reason: "a number with a leading zero")
    }
    var isWhole = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      at += 1
      try digits(bytes)
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits(bytes)
    }
    guard at - start <= 1_000 else { throw JSONError(offset: start, reason: "a number that is too long") }
    let text = try text(bytes, start..<at)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw JSONError(offset: start, reason: "a number that is too large")
    }
    return .decimal(value)
  }

  private mutating func digits(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    guard at > start else { throw error("a digit is expected") }
  }
}
