package import BundleStore
package import Digest
package import Files
import Rights

/// `expire --invalidate-keys`: makes the content keys of a bundle unusable, and proves it by a receipt.
package struct KeyInvalidation: Sendable {
  /// What stands in the bundle then.
  package struct Proof: Sendable, Hashable {
    /// The bytes of `receipt.json`.
    package let receipt: [UInt8]
    /// Of those bytes by the caller's key; nil where nobody signed.
    package let signature: [UInt8]?
    /// Whether the keys had been invalidated before: then the receipt is the one of that time.
    package let wasThere: Bool
  }

  /// No receipt of ours is longer, in bytes.
  package static let receiptLimit = 16 << 20

  /// What the caller gave, so that nobody can hand in an older receipt.
  package let nonce: String?
  package let key: SigningKey?
  package let instant: Instant
  /// The program and its version.
  package let program: String

  package init(nonce: String?, key: SigningKey?, at instant: Instant, by program: String) {
    self.nonce = nonce
    self.key = key
    self.instant = instant
    self.program = program
  }

  /// What it would do: the receipt that would be written, or that stands.
  package func look(at path: String) async throws(BundleError) -> Proof {
    try await OwnThreads.value(for: path) { () throws(BundleError) in
      try OfflineBundle.readSteadily(path, doing: "reading") { (bundle) throws(BundleError) in
        if let standing = try standing(in: bundle) { return standing }
        return try fresh(for: bundle)
      }
    }
  }

  /// Does it, on a thread of its own. Done already, it gives the same receipt, and signs it where it was not signed.
  ///
  /// - Throws: what opening the bundle throws; `expired` where only a tombstone is left; `exists` for a bundle without
  ///   keys; `inUse`; `disk`.
  package func run(at path: String) async throws(BundleError) -> Proof {
    try await OwnThreads.value(for: path) { () throws(BundleError) in
      let transaction = try BundleTransaction.begin(at: path)
      if let standing = try standing(in: transaction.bundle) {
        guard standing.signature == nil, key != nil else { return standing }
        let signature = try signature(of: standing.receipt, place: path)
        if let signature { try transaction.signReceipt(signature, at: instant, by: program) }
        return Proof(receipt: standing.receipt, signature: signature, wasThere: true)
      }
      let new = try fresh(for: transaction.bundle)
      try transaction.invalidateKeys(
        receipt: new.receipt, signature: new.signature, at: instant, by: program)
      return new
    }
  }

  /// The receipt of an earlier run; nil where there was none.
  private func standing(in bundle: OfflineBundle) throws(BundleError) -> Proof? {
    try bundle.refuseBuried(doing: "invalidating the keys of")
    guard bundle.manifest.isInvalidated else { return nil }
    let files = bundle.manifest.files
    func content(of path: BundlePath, limit: Int) throws(BundleError) -> [UInt8]? {
      guard let record = files.first(where: { $0.path == path }) else { return nil }
      let bytes = try bundle.read(path, limit: limit)
      guard SHA256Digest.of(bytes) == record.sha256 else {
        throw BundleError(
          .damaged, "reading", place: bundle.path, file: path.text,
          reason: "does not have the digest that the manifest says")
      }
      return bytes
    }
    guard let receipt = try content(of: .receipt, limit: Self.receiptLimit) else {
      throw BundleError(
        .damaged, "reading", place: bundle.path, file: BundlePath.receipt.text,
        reason: "is not there although keys were invalidated")
    }
    let signature = try content(of: .receiptSignature, limit: PublicKey.signatureLength)
    return Proof(receipt: receipt, signature: signature, wasThere: true)
  }

  private func fresh(for bundle: OfflineBundle) throws(BundleError) -> Proof {
    let manifest = bundle.manifest
    let keys = manifest.keys.filter { $0.path != nil }
    guard !keys.isEmpty else {
      throw BundleError(
        .exists, "invalidating the keys of", place: bundle.path, reason: "it holds none",
        hint: "media that are not encrypted are deleted by expire, not by taking their keys")
    }
    let receipt = Receipt(
      identity: manifest.identity.text, title: manifest.title, source: manifest.source.url,
      manifest: bundle.manifestFile.sha256.hex,
      keys: keys.map {
        Receipt.Key(id: $0.id, method: $0.method, keyFormat: $0.keyFormat, source: $0.source)
      },
      nonce: nonce, at: instant.rfc3339, by: program
    ).bytes
    return Proof(
      receipt: receipt, signature: try signature(of: receipt, place: bundle.path), wasThere: false)
  }

  private func signature(of bytes: [UInt8], place: String) throws(BundleError) -> [UInt8]? {
    guard let key else { return nil }
    guard let signature = key.signature(of: bytes) else {
      throw BundleError(.exists, "signing the receipt of", place: place, reason: "the key cannot sign")
    }
    return signature
  }
}
