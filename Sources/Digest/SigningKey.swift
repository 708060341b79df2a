import CCrypto

/// A private key of Ed25519 (RFC 8032), as `openssl genpkey -algorithm ed25519` makes it.
package struct SigningKey: Sendable {
  private let key: PEMKey

  /// - Parameter pem: the text of a PEM file (RFC 7468) with a private key that no password guards.
  package init(pem: [UInt8]) throws(SigningKeyError) {
    key = try PEMKey(pem, isPrivate: true)
  }

  /// The signature of the bytes, 64 bytes, the same every time (RFC 8032, 5.1.6); nil where libcrypto cannot.
  package func signature(of bytes: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: PublicKey.signatureLength)
    let count = bytes.count
    let isDone = signature.withUnsafeMutableBufferPointer { target in
      bytes.withUnsafeBytes { source in
        guard let start = target.baseAddress else { return false }
        return ccrypto_ed25519_sign(key.raw, source.baseAddress, count, start) == 1
      }
    }
    return isDone ? signature : nil
  }
}

/// A public key of Ed25519 (RFC 8032), as `openssl pkey -pubout` writes it.
package struct PublicKey: Sendable {
  /// Bytes of a signature.
  package static let signatureLength = 64

  private let key: PEMKey

  /// - Parameter pem: the text of a PEM file (RFC 7468) with a public key.
  package init(pem: [UInt8]) throws(SigningKeyError) {
    key = try PEMKey(pem, isPrivate: false)
  }

  /// Whether the signature is that of the bytes by this key's private half.
  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard signature.count == Self.signatureLength else { return false }
    let count = bytes.count
    return signature.withUnsafeBufferPointer { signature in
      bytes.withUnsafeBytes { source in
        guard let start = signature.baseAddress else { return false }
        return ccrypto_ed25519_verify(key.raw, source.baseAddress, count, start, signature.count) == 1
      }
    }
  }
}

/// Why a text is no key that signs or verifies.
package enum SigningKeyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No PEM of such a key, or one that a password guards.
  case unreadable(isPrivate: Bool)
  /// A key of another algorithm.
  case otherKind

  package var description: String {
    switch self {
    case .unreadable(true): "is no private key in PEM, or a password guards it"
    case .unreadable(false): "is no public key in PEM"
    case .otherKind: "is a key of another algorithm than Ed25519"
    }
  }
}

/// libcrypto's key; it is never changed, so that any thread may use it.
private final class PEMKey: @unchecked Sendable {
  /// A longer text is no key.
  private static let limit = 1 << 16

  let raw: OpaquePointer

  init(_ pem: [UInt8], isPrivate: Bool) throws(SigningKeyError) {
    var result = CCRYPTO_KEY_UNREADABLE
    var key: OpaquePointer?
    if pem.count <= Self.limit, !pem.isEmpty {
      key = pem.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap {
          ccrypto_ed25519($0, Int32(truncatingIfNeeded: bytes.count), isPrivate ? 1 : 0, &result)
        }
      }
    }
    guard let key else {
      throw result == CCRYPTO_KEY_OF_OTHER_KIND ? .otherKind : .unreadable(isPrivate: isPrivate)
    }
    raw = key
  }

  deinit { EVP_PKEY_free(raw) }
}
