import CCrypto

/// Decrypts AES-128-CBC with PKCS #7 padding as the bytes come (RFC 8216, 4.3.2.4, METHOD=AES-128).
///
/// For one thread at a time. It may be used again after `reset`.
package final class AES128CBCDecryptor {
  private let context: OpaquePointer
  private var clear: [UInt8]
  private var received: Int64 = 0
  private var failure: DecryptionError?

  private static let portion = 32 << 10
  // Fetched once: never changed afterwards, and libcrypto counts its uses under its own lock.
  nonisolated(unsafe) private static let cipher = EVP_CIPHER_fetch(nil, "AES-128-CBC", nil)

  /// - Throws: `keyLength` or `ivLength` where one of them is not 16 bytes.
  package init(key: [UInt8], iv: [UInt8]) throws(DecryptionError) {
    guard let context = EVP_CIPHER_CTX_new() else { throw .library("out of memory") }
    self.context = context
    clear = [UInt8](repeating: 0, count: Self.portion + 16)
    try reset(key: key, iv: iv)
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Forgets what was received and starts with another key and vector.
  package func reset(key: [UInt8], iv: [UInt8]) throws(DecryptionError) {
    guard key.count == 16 else { throw .keyLength(key.count) }
    guard iv.count == 16 else { throw .ivLength(iv.count) }
    guard let cipher = Self.cipher else { throw .library("this libcrypto has no AES-128-CBC") }
    received = 0
    failure = nil
    guard EVP_DecryptInit_ex2(context, cipher, key, iv, nil) == 1 else { throw .library(Self.reason()) }
  }

  /// Hands on the clear bytes as far as they are known; the last block is held back until `finish`.
  package func update<E: Error>(
    _ bytes: RawSpan, into receive: (RawSpan) throws(E) -> Void
  ) throws(E) {
    received += Int64(bytes.byteCount)
    var at = 0
    while at < bytes.byteCount, failure == nil {
      let end = min(at + Self.portion, bytes.byteCount)
      let count = decrypt(bytes.extracting(at..<end))
      if count > 0 {
        let clear = clear
        try receive(clear.span.extracting(0..<count).bytes)
      }
      at = end
    }
  }

  /// The clear bytes of the last block, 15 at most.
  ///
  /// - Throws: `length` where what came is no whole number of blocks, `padding` where its end is wrong.
  package func finish() throws(DecryptionError) -> [UInt8] {
    if let failure { throw failure }
    guard received > 0, received.isMultiple(of: 16) else { throw .length(received) }
    var count: Int32 = 0
    guard EVP_DecryptFinal_ex(context, &clear, &count) == 1 else {
      ERR_clear_error()
      throw .padding
    }
    return Array(clear[..<Int(count)])
  }

  /// Decrypts one portion into `clear`; the number of clear bytes.
  private func decrypt(_ bytes: RawSpan) -> Int {
    var count: Int32 = 0
    let done = bytes.withUnsafeBytes { raw in
      EVP_DecryptUpdate(
        context, &clear, &count, raw.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(raw.count))
    }
    guard done == 1 else {
      failure = .library(Self.reason())
      return 0
    }
    return Int(count)
  }

  private static func reason() -> String {
    defer { ERR_clear_error() }
    guard let text = ERR_reason_error_string(ERR_peek_last_error()) else { return "libcrypto failed" }
    return String(cString: text)
  }
}
