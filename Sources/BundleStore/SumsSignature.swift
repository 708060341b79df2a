package import Digest
import Files

extension SigningKey {
  /// The signature of `SHA256SUMS`, and by the digests in it of every file of the bundle.
  func sumsSignature(_ sums: [UInt8], place: String) throws(BundleError) -> [UInt8] {
    guard let signature = signature(of: sums) else {
      throw BundleError(.exists, "signing", place: place, reason: "the key cannot sign")
    }
    return signature
  }
}

extension OfflineBundle {
  /// The bytes of `SHA256SUMS.sig`; nil where the bundle is not signed.
  /// - Throws: `damaged` for what is no signature; `disk`.
  package func sumsSignature() throws(BundleError) -> [UInt8]? {
    guard !manifest.pending.deletions.contains(.sumsSignature), try status(of: .sumsSignature) != nil else {
      return nil
    }
    let bytes = try read(.sumsSignature, limit: 1 << 10)
    guard bytes.count == PublicKey.signatureLength else {
      throw .damaged(path, file: BundlePath.sumsSignature.text, "has not the length of a signature")
    }
    return bytes
  }

  /// Whether the bundle has just the signature that the key would make.
  package func isSigned(by key: SigningKey) throws(BundleError) -> Bool {
    guard let signature = try sumsSignature() else { return false }
    return key.signature(of: try read(.sums, limit: Sums.byteLimit)) == signature
  }
}
