/// Why bytes could not be decrypted.
package enum DecryptionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key has so many bytes, not 16.
  case keyLength(Int)
  /// The initialization vector has so many bytes, not 16.
  case ivLength(Int)
  /// So many bytes came in all, which is no whole number of blocks, or none.
  case length(Int64)
  /// The end of the clear bytes is no PKCS #7 padding.
  case padding
  /// What libcrypto says.
  case library(String)

  package var description: String {
    switch self {
    case .keyLength(let count): "the key is \(count) bytes long, not 16"
    case .ivLength(let count): "the initialization vector is \(count) bytes long, not 16"
    case .length(0): "nothing to decrypt: 0 bytes"
    case .length(let count): "encrypted, and \(count) bytes long: not a multiple of 16"
    case .padding: "bad padding after decryption: a wrong key, a wrong IV or damaged bytes"
    case .library(let reason): "decrypting: \(reason)"
    }
  }
}
