import CCrypto

/// SHA-256 of bytes as they come. A value: a copy goes on by itself.
package struct SHA256Hasher: Sendable {
  private var state = SHA256_CTX()

  package init() { ccrypto_sha256_start(&state) }

  /// Forgets what was received.
  package mutating func reset() { ccrypto_sha256_start(&state) }

  package mutating func update(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { ccrypto_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all that was received since the start; the hasher starts anew.
  package mutating func finish() -> SHA256Digest {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { bytes in
      guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
      ccrypto_sha256_finish(&state, start)
    }
    reset()
    return SHA256Digest((words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian))
  }
}
