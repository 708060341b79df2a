/// The text of a subtitle file that a person has: whatever made it, in one of a few encodings.
package struct SubtitleText: Sendable, Hashable {
  package enum Encoding: String, Sendable, Hashable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    /// Nothing says so: every byte is a character of it, and the text is no UTF-8.
    case windows1252 = "Windows-1252"
  }

  /// A larger file is no subtitles.
  package static let byteLimit = 16 << 20

  /// Without a byte order mark, line ends as one LF each.
  package let text: String
  package let encoding: Encoding

  /// - Throws: for a file that is empty or too large, for UTF-16 that is cut or has halves of pairs, for NUL
  ///   characters, and for bytes that are no character in any of the encodings.
  package init(_ bytes: [UInt8]) throws(MediaError) {
    guard !bytes.isEmpty else { throw Self.failure("is empty") }
    guard bytes.count <= Self.byteLimit else { throw Self.failure("has more than \(Self.byteLimit) bytes") }
    let text: String
    if bytes.starts(with: [0xFF, 0xFE]) {
      (text, encoding) = (try Self.utf16(bytes.dropFirst(2), isBig: false), .utf16LittleEndian)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      (text, encoding) = (try Self.utf16(bytes.dropFirst(2), isBig: true), .utf16BigEndian)
    } else if let isBig = Self.looksLikeUTF16(bytes) {
      (text, encoding) = (
        try Self.utf16(bytes[...], isBig: isBig), isBig ? .utf16BigEndian : .utf16LittleEndian
      )
    } else {
      let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      if let decoded = String(validating: rest, as: UTF8.self) {
        (text, encoding) = (decoded, .utf8)
      } else {
        (text, encoding) = (try Self.windows1252(rest), .windows1252)
      }
    }
    guard !text.unicodeScalars.contains("\0") else { throw Self.failure("holds NUL characters") }
    self.text = Self.withLineFeeds(text)
  }

  private static func failure(_ reason: String) -> MediaError {
    MediaError(place: "subtitles", reason: reason)
  }

  /// Without a mark: a time in digits has every other byte 0.
  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool? {
    let head = bytes.prefix(64)
    guard head.count >= 8, head.count.isMultiple(of: 2) else { return nil }
    let even = stride(from: 0, to: head.count, by: 2).count { head[$0] == 0 }
    let odd = stride(from: 1, to: head.count, by: 2).count { head[$0] == 0 }
    let half = head.count / 2
    if even > half * 3 / 4, odd == 0 { return true }
    if odd > half * 3 / 4, even == 0 { return false }
    return nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) throws(MediaError) -> String {
    guard bytes.count.isMultiple(of: 2) else { throw failure("is UTF-16 and ends in half a character") }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for at in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw failure("is UTF-16 with halves of characters")
    }
    return text
  }

  /// What Windows-1252 has in place of the controls 0x80 to 0x9F; 0 where it has nothing.
  private static let upper: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0, 0x017E, 0x0178,
  ]

  private static func windows1252(_ bytes: ArraySlice<UInt8>) throws(MediaError) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt16(byte)
      let isControl = byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte)
      guard code != 0 || byte == 0, !isControl, let scalar = Unicode.Scalar(code) else {
        throw failure("is neither UTF-8, UTF-16 nor Windows-1252")
      }
      text.append(scalar)
    }
    return String(text)
  }

  private static func withLineFeeds(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n", isAfterReturn {
        isAfterReturn = false
        continue
      }
      isAfterReturn = scalar == "\r"
      result.append(isAfterReturn ? "\n" : scalar)
    }
    return String(result)
  }
}
