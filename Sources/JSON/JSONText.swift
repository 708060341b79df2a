// How strings and numbers are spelt in JSON (RFC 8259, 6 and 7).
import Glibc

extension [UInt8] {
  /// A JSON string with its quotation marks; `text` is UTF-8.
  mutating func appendJSONString(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var plain = 0
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte >= 0x20, byte != 0x22, byte != 0x5C, byte != 0x7F, byte != 0xC2 {
        at += 1
        continue
      }
      if byte == 0xC2, at + 1 < text.count, text[at + 1] > 0x9F {
        at += 2
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<at]))
      if byte == 0xC2 {
        at += 1
        appendEscape(at < text.count ? text[at] : 0)
      } else {
        appendEscape(byte)
      }
      at += 1
      plain = at
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<text.count]))
    append(UInt8(ascii: "\""))
  }

  /// The escape of one character below U+0100.
  private mutating func appendEscape(_ character: UInt8) {
    append(UInt8(ascii: "\\"))
    switch character {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x22, 0x5C: append(character)
    default:
      append(contentsOf: "u00".utf8)
      append(Self.hexDigit(character >> 4))
      append(Self.hexDigit(character & 15))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  mutating func appendDecimalDigits(of value: Int64) {
    // From the last digit to the first; 20 characters hold every number.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if value < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// The shortest digits that read back equal, without an exponent between 1e-6 and 1e15; `null` for what is
  /// not finite.
  mutating func appendJSONNumber(_ value: Double) {
    guard value.isFinite else { return append(contentsOf: "null".utf8) }
    if value.magnitude < 0x1p53, value.rounded(.towardZero) == value {
      return appendDecimalDigits(of: Int64(value))
    }
    let text = [UInt8](value.description.utf8)
    guard let mark = text.firstIndex(of: UInt8(ascii: "e")) else {
      return append(contentsOf: text.ends(withBytes: ".0") ? text.dropLast(2) : text[...])
    }
    guard value.magnitude >= 1e-6, value.magnitude < 1 else { return append(contentsOf: text) }
    appendPlainFraction(of: text, exponentAt: mark)
  }

  /// `1.5e-05` as `0.000015`.
  private mutating func appendPlainFraction(of text: [UInt8], exponentAt mark: Int) {
    if text.first == UInt8(ascii: "-") { append(UInt8(ascii: "-")) }
    let places = text[(mark + 1)...].reduce(0) { sum, byte in
      byte == UInt8(ascii: "-") ? sum : sum * 10 + Int(byte) - 48
    }
    append(contentsOf: "0.".utf8)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, places - 1)))
    append(contentsOf: text[..<mark].filter { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") })
  }

  private func ends(withBytes text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}
