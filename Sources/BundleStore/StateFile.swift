package import Files
package import JSON

/// `state.json`: notes beside a bundle. It is no part of it: it may be missing, wrong or impossible to write, and
/// nothing is damaged by that.
package enum StateFile {
  package static let name = "state.json"
  /// A larger one is none of ours, in bytes.
  private static let limit = 1 << 20

  /// What it says; nil where there is none that can be understood.
  package static func members(in folder: Folder) -> [String: JSONValue]? {
    // Whatever is wrong with the note, there is none then.
    guard let bytes = try? folder.readWhole(name, limit: limit), let value = try? JSONReader.parse(bytes)
    else { return nil }
    return value.members
  }

  /// Sets members where that is possible; what else it says stays.
  package static func note(_ new: [String: JSONValue], in folder: Folder) {
    let members = (members(in: folder) ?? [:]).merging(new) { $1 }
    var writer = JSONWriter()
    writer.write(.object(members), indent: 2)
    writer.newline()
    guard writer.bytes.count <= limit else { return }
    // Bundles stand on read-only media too: then nothing is noted.
    try? folder.writeWhole(name, writer.bytes, durable: false)
  }
}

/// What a server said of the version of a playlist that it sent, so that a later run can ask whether it is still the
/// same (RFC 9110, 8.8).
package struct PlaylistNote: Sendable, Hashable {
  /// Of the playlist's address.
  package let identity: IdentityHash
  package let entityTag: String?
  package let lastModified: String?

  package init(identity: IdentityHash, entityTag: String?, lastModified: String?) {
    self.identity = identity
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  private static let member = "playlists"
  /// More are none of ours.
  private static let limit = 2_000

  /// The notes of a bundle; empty where there are none that can be understood.
  package static func all(in folder: Folder) -> [PlaylistNote] {
    guard let items = StateFile.members(in: folder)?[member]?.items, items.count <= limit else { return [] }
    return items.compactMap { item in
      guard let identity = item["identity"]?.text.flatMap({ IdentityHash($0) }) else { return nil }
      return PlaylistNote(
        identity: identity, entityTag: item["entityTag"]?.text, lastModified: item["lastModified"]?.text)
    }
  }

  /// Writes notes down where that is possible, in place of those of the same playlists.
  package static func write(_ notes: [PlaylistNote], in folder: Folder) {
    let old = all(in: folder)
    let new = Dictionary((old + notes).map { ($0.identity, $0) }, uniquingKeysWith: { $1 })
    guard Set(new.values) != Set(old), new.count <= limit else { return }
    let items = new.values.sorted { $0.identity < $1.identity }.map(\.json)
    StateFile.note([member: .array(items)], in: folder)
  }

  private var json: JSONValue {
    var members = JSONMembers()
    members.set("entityTag", entityTag)
    members.set("identity", identity.text)
    members.set("lastModified", lastModified)
    return members.value
  }
}
