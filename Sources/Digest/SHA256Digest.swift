/// A SHA-256 digest (FIPS 180-4): 32 bytes, held without heap.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// From exactly 32 bytes; nil for any other number.
  package init?(bytes: Span<UInt8>) {
    guard bytes.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      var word: UInt64 = 0
      for at in (index * 8)..<(index * 8 + 8) { word = word << 8 | UInt64(bytes[at]) }
      return word
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// From exactly 32 bytes; nil for any other number.
  package init?(bytes: [UInt8]) { self.init(bytes: bytes.span) }

  /// From 64 hexadecimal digits of either case; nil for any other text.
  package init?(hex: String) {
    guard hex.utf8.count == 64, let bytes = Hex.bytes(of: hex) else { return nil }
    self.init(bytes: bytes.span)
  }

  init(_ words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The 32 bytes.
  package var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - $0 * 8)) }
    }
  }

  /// 64 hexadecimal digits, lower case.
  package var hex: String {
    String(unsafeUninitializedCapacity: 64) { digits in
      for (index, word) in [words.0, words.1, words.2, words.3].enumerated() {
        for place in 0..<16 {
          digits[index * 16 + place] = Hex.digit(
            UInt8(truncatingIfNeeded: word >> UInt64(60 - place * 4)) & 15)
        }
      }
      return 64
    }
  }

  package var description: String { hex }

  package static func == (left: SHA256Digest, right: SHA256Digest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) {
    // One word of a digest is as random as all of them.
    hasher.combine(words.0)
  }

  /// The digest of bytes that are at hand.
  package static func of(_ bytes: Span<UInt8>) -> SHA256Digest {
    var hasher = SHA256Hasher()
    hasher.update(bytes.bytes)
    return hasher.finish()
  }

  /// The digest of bytes that are at hand.
  package static func of(_ bytes: [UInt8]) -> SHA256Digest { of(bytes.span) }

  /// The digest of a text's UTF-8.
  package static func of(_ text: String) -> SHA256Digest { of(Array(text.utf8)) }
}
