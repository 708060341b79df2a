/// Bounds-checked reads of big-endian numbers: every read past the end is nil, whatever the offset.
extension Span where Element == UInt8 {
  func u8(_ at: Int) -> Int? {
    at >= 0 && at < count ? Int(self[at]) : nil
  }

  func u16(_ at: Int) -> Int? {
    guard at >= 0, at <= count - 2 else { return nil }
    return Int(self[at]) << 8 | Int(self[at + 1])
  }

  func u24(_ at: Int) -> Int? {
    guard at >= 0, at <= count - 3 else { return nil }
    return Int(self[at]) << 16 | Int(self[at + 1]) << 8 | Int(self[at + 2])
  }

  func u32(_ at: Int) -> UInt32? {
    guard at >= 0, at <= count - 4 else { return nil }
    return UInt32(self[at]) << 24 | UInt32(self[at + 1]) << 16 | UInt32(self[at + 2]) << 8
      | UInt32(self[at + 3])
  }

  func u64(_ at: Int) -> UInt64? {
    guard at >= 0, at <= count - 8, let high = u32(at), let low = u32(at + 4) else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// A little-endian number of 1 to 4 bytes, as image formats have them.
  func littleEndian(_ at: Int, bytes size: Int) -> Int? {
    guard at >= 0, size >= 1, size <= 4, at <= count - size else { return nil }
    var value = 0
    for step in (0..<size).reversed() { value = value << 8 | Int(self[at + step]) }
    return value
  }

  /// Whether the ASCII or raw bytes of `text` stand at `at`.
  func holds(_ text: StaticString, at: Int = 0) -> Bool {
    guard at >= 0, at <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for step in expected.indices where self[at + step] != expected[step] { return false }
      return true
    }
  }

  /// The same with ASCII letters of both cases taken as equal; `text` is lower case.
  func holdsIgnoringCase(_ text: StaticString, at: Int = 0) -> Bool {
    guard at >= 0, at <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for step in expected.indices where self[at + step].asciiLowered != expected[step] { return false }
      return true
    }
  }

  func holds(bytes expected: [UInt8], at: Int = 0) -> Bool {
    guard at >= 0, at <= count - expected.count else { return false }
    for step in expected.indices where self[at + step] != expected[step] { return false }
    return true
  }

  /// `range` cut to what is there, so that it may be handed to `extracting`.
  func clamped(_ range: Range<Int>) -> Range<Int> {
    range.clamped(to: 0..<count)
  }

  /// A copy of at most `limit` bytes of `range`.
  func copy(_ range: Range<Int>, limit: Int = 65_536) -> [UInt8] {
    let part = extracting(clamped(range)).extracting(first: limit)
    return part.withUnsafeBufferPointer { Array($0) }
  }

  /// The bytes of `range` as UTF-8 text; ill-formed bytes become U+FFFD.
  func text(_ range: Range<Int>, limit: Int = 4_096) -> String {
    String(decoding: copy(range, limit: limit), as: UTF8.self)
  }
}

extension UInt8 {
  var asciiLowered: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
  var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0d) }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

/// Upper-case hexadecimal, as codec strings want it, with at least `digits` digits.
func hex(_ value: some BinaryInteger, digits: Int = 1) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Decimal with at least `digits` digits.
func decimal(_ value: Int, digits: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
