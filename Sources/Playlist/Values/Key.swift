/// How to decrypt (EXT-X-KEY, 4.4.4.4; EXT-X-SESSION-KEY, 4.4.6.5).
package struct Key: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case none
    case aes128
    case sampleAES
    case sampleAESCTR
    case aes256GCM
    /// A method of another name: what it covers must not be decrypted.
    case other(String)

    init(_ text: String) {
      switch text {
      case "NONE": self = .none
      case "AES-128": self = .aes128
      case "SAMPLE-AES": self = .sampleAES
      case "SAMPLE-AES-CTR": self = .sampleAESCTR
      case "AES-256-GCM": self = .aes256GCM
      default: self = .other(text)
      }
    }

    /// Whether the method has its vectors in the media, so that a tag must not have an IV.
    var forbidsIV: Bool { self == .sampleAESCTR || self == .aes256GCM }

    /// As a playlist writes it.
    package var text: String {
      switch self {
      case .none: "NONE"
      case .aes128: "AES-128"
      case .sampleAES: "SAMPLE-AES"
      case .sampleAESCTR: "SAMPLE-AES-CTR"
      case .aes256GCM: "AES-256-GCM"
      case .other(let text): text
      }
    }
  }

  /// The line of the tag, counted from 0.
  package let line: Int
  package let method: Method
  /// With variables resolved; nil only where METHOD is NONE.
  package let uri: String?
  private let ivHigh: UInt64
  private let ivLow: UInt64
  private let hasIV: Bool
  /// "identity" where the attribute is absent.
  package let keyFormat: String
  /// As written: "1/2"; nil where the attribute is absent, which means "1".
  package let keyFormatVersions: String?

  init(
    line: Int, method: Method, uri: String?, iv: (high: UInt64, low: UInt64)?, keyFormat: String,
    keyFormatVersions: String?
  ) {
    self.line = line
    self.method = method
    self.uri = uri
    hasIV = iv != nil
    ivHigh = iv?.high ?? 0
    ivLow = iv?.low ?? 0
    self.keyFormat = keyFormat
    self.keyFormatVersions = keyFormatVersions
  }

  /// Sixteen bytes; nil where the attribute is absent. Then AES-128 in the identity format takes the segment's
  /// media sequence number (see `implicitIV(mediaSequence:)`).
  package var iv: [UInt8]? {
    hasIV ? Self.bigEndian(ivHigh) + Self.bigEndian(ivLow) : nil
  }

  /// The initialisation vector of a segment under a key without IV (5.2): its media sequence number as a
  /// big-endian 128-bit figure.
  package static func implicitIV(mediaSequence: Int64) -> [UInt8] {
    bigEndian(0) + bigEndian(UInt64(bitPattern: mediaSequence))
  }

  /// Whether a text is KEYFORMATVERSIONS: integers with "/" between.
  static func areVersions(_ text: String) -> Bool {
    var hasDigit = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/"), hasDigit {
        hasDigit = false
      } else {
        guard byte.isDigit else { return false }
        hasDigit = true
      }
    }
    return hasDigit
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }
}
