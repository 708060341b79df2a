package import JSON

/// The proof that the content keys of a bundle were made unusable: what `receipt.json` says.
package struct Receipt: Sendable, Hashable {
  /// A key that was overwritten and unlinked. Of the key itself nothing is told.
  package struct Key: Sendable, Hashable {
    /// As in the manifest: `key-0`.
    package let id: String
    package let method: String
    package let keyFormat: String
    /// Where it came from, without credentials.
    package let source: String

    package init(id: String, method: String, keyFormat: String, source: String) {
      self.id = id
      self.method = method
      self.keyFormat = keyFormat
      self.source = source
    }
  }

  /// The version of the form.
  package static let formatVersion: Int64 = 1
  /// What no program on this machine can answer for.
  package static let notCovered = [
    "backups", "copies and archives of the bundle", "snapshots of the file system",
    "blocks that the storage medium or its file system keeps",
  ]

  /// The hash of the title's identity.
  package let identity: String
  package let title: String
  /// Where the title came from, without credentials.
  package let source: String
  /// SHA-256 of `hlspack.json` before, in hexadecimal digits.
  package let manifest: String
  package let keys: [Key]
  /// What the caller gave, so that nobody can hand in an older receipt; nil without.
  package let nonce: String?
  /// RFC 3339, UTC.
  package let at: String
  /// The program and its version.
  package let by: String

  package init(
    identity: String, title: String, source: String, manifest: String, keys: [Key], nonce: String?,
    at: String,
    by: String
  ) {
    self.identity = identity
    self.title = title
    self.source = source
    self.manifest = manifest
    self.keys = keys
    self.nonce = nonce
    self.at = at
    self.by = by
  }

  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "at": .string(at), "by": .string(by), "formatVersion": .integer(Self.formatVersion),
      "identity": .string(identity), "keys": .array(keys.map(Self.json)),
      "manifest": .string(manifest), "notCovered": .array(Self.notCovered.map { .string($0) }),
      "source": .string(source), "title": .string(title),
    ]
    members["nonce"] = nonce.map { .string($0) }
    return .object(members)
  }

  private static func json(_ key: Key) -> JSONValue {
    [
      "id": .string(key.id), "keyFormat": .string(key.keyFormat), "method": .string(key.method),
      "source": .string(key.source),
    ]
  }

  /// The bytes of `receipt.json`, which a signature is over.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(json, indent: 2)
    writer.newline()
    return writer.bytes
  }
}
