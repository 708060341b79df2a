import Glibc

/// What reading text from bytes needs; positions are offsets into the span.
extension Span where Element == UInt8 {
  /// The first place of `byte` in `from..<to`; nil when it is not there.
  @inline(__always)
  func firstIndex(of byte: UInt8, from: Int, to: Int) -> Int? {
    precondition(from >= 0 && to <= count)
    guard from < to else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + from, Int32(byte), to - from) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Whether the bytes at `from..<to` are exactly `text`. Inlined, so that the length is a constant.
  @inline(__always)
  func equals(_ text: StaticString, from: Int, to: Int) -> Bool {
    guard to - from == text.utf8CodeUnitCount, from >= 0, to <= count else { return false }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return to == from }
      return memcmp(base + from, text.utf8Start, to - from) == 0
    }
  }

  /// Whether `text` stands at `from`, ending before `to`.
  @inline(__always)
  func starts(with text: StaticString, from: Int, to: Int) -> Bool {
    let end = from + text.utf8CodeUnitCount
    return end <= to && equals(text, from: from, to: end)
  }

  /// Whether two stretches of the same length hold the same bytes.
  func isSame(_ first: Int, _ second: Int, length: Int) -> Bool {
    precondition(
      first >= 0 && second >= 0 && length >= 0 && first + length <= count && second + length <= count)
    guard length > 0 else { return true }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      return memcmp(base + first, base + second, length) == 0
    }
  }

  /// Whether `length` bytes from `first` are those of another span from `second`.
  func isSame(_ first: Int, as other: Span<UInt8>, _ second: Int, length: Int) -> Bool {
    precondition(first >= 0 && second >= 0 && length >= 0)
    precondition(first + length <= count && second + length <= other.count)
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return length == 0 }
        return memcmp(left + first, right + second, length) == 0
      }
    }
  }

  /// Eight bytes as a number, the first one highest.
  func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place + 8 <= count)
    return withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)) }
  }

  /// The bytes as text; what is not UTF-8 becomes U+FFFD.
  func text(from: Int, to: Int) -> String {
    precondition(from >= 0 && to <= count)
    guard from < to else { return "" }
    return withUnsafeBytes {
      String(decoding: UnsafeRawBufferPointer(rebasing: $0[from..<to]), as: UTF8.self)
    }
  }

  /// The first place at or after `from` that holds no blank.
  func skippingBlanks(from: Int, to: Int) -> Int {
    var index = from
    while index < to, self[index].isBlank { index += 1 }
    return index
  }

  /// The end of the line that `from` stands in, without the blanks before it. `hasReturn`: whether the text has
  /// carriage returns at all.
  func contentEnd(from: Int, hasReturn: Bool) -> Int {
    var end = firstIndex(of: UInt8(ascii: "\n"), from: from, to: count) ?? count
    if hasReturn { end = firstIndex(of: UInt8(ascii: "\r"), from: from, to: end) ?? end }
    return droppingBlanks(from: from, to: end)
  }

  /// The end of `from..<to` without the blanks before it.
  func droppingBlanks(from: Int, to: Int) -> Int {
    var end = to
    while end > from, self[end - 1].isBlank { end -= 1 }
    return end
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// [A-Za-z0-9_-], the characters of a variable's name.
  var isNameCharacter: Bool {
    let lowered = self | 0x20
    return isDigit || lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// [A-Z0-9-], the characters of an attribute's name.
  var isAttributeNameCharacter: Bool {
    isDigit || self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") || self == UInt8(ascii: "-")
  }

  var hexValue: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    let lowered = self | 0x20
    guard lowered >= UInt8(ascii: "a"), lowered <= UInt8(ascii: "f") else { return nil }
    return lowered - UInt8(ascii: "a") + 10
  }
}
