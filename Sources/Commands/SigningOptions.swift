import Digest
import Flags

/// The key that signs what is made.
struct SigningOptions: Sendable {
  var signKey: String?

  static let options: [Option<SigningOptions>] = [
    .value(
      "sign-key", placeholder: "FILE", completion: .file, \.signKey,
      "Sign the bundle with the Ed25519 key in FILE.",
      details: [
        """
        A private key in PEM that no password guards, as `openssl genpkey -algorithm ed25519` makes it. The signature \
        is `SHA256SUMS.sig`, over the bytes of SHA256SUMS, and so over every file. `hlspack verify --public-key` \
        checks it, and so does openssl. A later change of the bundle without the key takes the signature away.
        """
      ])
  ]

  func key() throws(Failure) -> SigningKey? {
    try signKey.map { (file) throws(Failure) in try Self.key(file, of: "--sign-key") }
  }

  /// The private key in a file.
  static func key(_ file: String, of option: String) throws(Failure) -> SigningKey {
    let pem = try ArgumentFile.whole(file, of: option)
    do throws(SigningKeyError) {
      return try SigningKey(pem: pem)
    } catch {
      throw Failure(
        .usage, "\(option): \(file) \(error)", hint: "openssl genpkey -algorithm ed25519 makes one")
    }
  }

  /// The public key in a file.
  static func publicKey(_ file: String, of option: String) throws(Failure) -> PublicKey {
    let pem = try ArgumentFile.whole(file, of: option)
    do throws(SigningKeyError) {
      return try PublicKey(pem: pem)
    } catch {
      throw Failure(
        .usage, "\(option): \(file) \(error)", hint: "openssl pkey -in PRIVATE.pem -pubout writes one")
    }
  }
}
