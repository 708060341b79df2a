/// A four-character code, the type of a box or of a sample entry (ISO/IEC 14496-12, 4.2).
package struct FourCC: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let value: UInt32

  package init(value: UInt32) {
    self.value = value
  }

  /// From a literal of four ASCII characters; shorter ones are filled with blanks, longer ones are cut.
  package init(stringLiteral text: StaticString) {
    var value: UInt32 = 0
    text.withUTF8Buffer { bytes in
      for step in 0..<4 { value = value << 8 | UInt32(step < bytes.count ? bytes[step] : 0x20) }
    }
    self.value = value
  }

  /// The four characters, with "?" for each that is not printable ASCII.
  package var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    return String(decoding: bytes.map { $0 >= 0x20 && $0 < 0x7f ? $0 : 0x3f }, as: UTF8.self)
  }

  /// Whether all four are printable ASCII or the copyright sign of QuickTime: what a real box type looks
  /// like.
  package var isPlausible: Bool {
    for shift: UInt32 in [24, 16, 8, 0] {
      let byte = value >> shift & 0xff
      if (byte < 0x20 || byte > 0x7e) && byte != 0xa9 { return false }
    }
    return true
  }
}
