import CCrypto

/// SHA-1 (FIPS 180-4), for names only: it does not prove anything.
package enum SHA1 {
  /// The 20 bytes of the digest.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state = SHA_CTX()
    ccrypto_sha1_start(&state)
    bytes.withUnsafeBytes { ccrypto_sha1_update(&state, $0.baseAddress, $0.count) }
    var digest = [UInt8](repeating: 0, count: 20)
    digest.withUnsafeMutableBufferPointer { digest in
      guard let start = digest.baseAddress else { return }
      ccrypto_sha1_finish(&state, start)
    }
    return digest
  }

  /// The digest of a text's UTF-8 in base32: 32 characters of A-Z and 2-7, never padded.
  package static func base32(of text: String) -> String { Base32.text(of: digest(of: Array(text.utf8))) }
}

/// Base32 (RFC 4648, 6), without padding.
enum Base32 {
  static func text(of bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text: [UInt8] = []
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(pending >> bits & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(pending << (5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
