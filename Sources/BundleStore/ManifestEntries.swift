import Files
package import JSON
import Rights

/// A variant that is packed, with its stream.
package struct ManifestVariant: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// What offline playback starts with.
    case primary
    case auxiliary
  }

  package var record: VariantRecord
  package var role: Role
  package var stream: StreamFolder

  package init(record: VariantRecord, role: Role, stream: StreamFolder) {
    self.record = record
    self.role = role
    self.stream = stream
  }

  package var json: JSONValue {
    var members = record.members
    members.set("role", role.rawValue)
    members.set("stream", stream.text)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      record: try VariantRecord(fields), role: try fields.word("role", Role.self),
      stream: try fields.folder("stream"))
  }
}

/// A rendition that is packed; its stream is nil when it is muxed into the variants.
package struct ManifestRendition: Sendable, Hashable {
  package var record: RenditionRecord
  package var stream: StreamFolder?

  package init(record: RenditionRecord, stream: StreamFolder?) {
    self.record = record
    self.stream = stream
  }

  package var json: JSONValue {
    var members = record.members
    members.set("stream", stream.map { .string($0.text) } ?? .null)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(record: try RenditionRecord(fields), stream: try fields.optionalFolder("stream"))
  }
}

/// Work that a commit left to do: readers take it as done, the next writer does it.
///
/// SHA256SUMS has the digest of the manifest as it is when the work is done, so as long as it is not the
/// manifest vouches for itself: `pending.sha256` is the digest of its bytes without that member.
package struct PendingWork: Sendable, Hashable {
  /// Files that wait as `PATH.new` and are to become PATH.
  package var renames: [BundlePath]
  /// Files that nothing names any more.
  package var deletions: [BundlePath]

  package init(renames: [BundlePath] = [], deletions: [BundlePath] = []) {
    self.renames = renames
    self.deletions = deletions
  }

  package var isEmpty: Bool { renames.isEmpty && deletions.isEmpty }

  /// The name under which the new version of a file waits.
  package static func waitingName(of path: BundlePath) -> String { path.text + ".new" }

  var members: [String: JSONValue] {
    [
      "deletions": .array(deletions.map { .string($0.text) }),
      "renames": .array(
        renames.map { .array([.string(PendingWork.waitingName(of: $0)), .string($0.text)]) }),
    ]
  }

  /// More entries are taken for an attack.
  private static let limit = 1_000_000

  init(_ fields: JSONFields) throws(BundleError) {
    var deletions: [BundlePath] = []
    for text in try fields.optionalTexts("deletions", limit: PendingWork.limit) ?? [] {
      guard let path = BundlePath(text), path != .manifest, path != .sums else {
        throw fields.damaged("deletions", "names what is no file to delete: \(quoted(text))")
      }
      deletions.append(path)
    }
    var renames: [BundlePath] = []
    for item in try fields.optionalItems("renames", limit: PendingWork.limit) ?? [] {
      guard let pair = item.items, pair.count == 2, let from = pair[0].text, let text = pair[1].text,
        let path = BundlePath(text), path != .manifest, from == PendingWork.waitingName(of: path)
      else { throw fields.damaged("renames", "holds what is no pair of PATH.new and PATH") }
      renames.append(path)
    }
    self.init(renames: renames, deletions: deletions)
  }
}

extension StoragePolicy {
  var json: JSONValue {
    var members = JSONMembers()
    members.set("expiresAt", expiresAt.map { Instant(seconds: $0, nanoseconds: 0).rfc3339 })
    members.set("priority", priority.rawValue)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      expiresAt: try fields.optionalInstant("expiresAt")?.seconds,
      priority: try fields.word("priority", Priority.self))
  }
}
