package import Digest
package import Files
package import JSON

/// A file that the manifest itself names.
package struct FileRecord: Sendable, Hashable {
  package var path: BundlePath
  package var bytes: Int64
  package var sha256: SHA256Digest

  package init(path: BundlePath, bytes: Int64, sha256: SHA256Digest) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
  }

  var members: JSONMembers {
    var members = JSONMembers()
    members.set("bytes", bytes)
    members.set("path", path.text)
    members.set("sha256", sha256.hex)
    return members
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      path: try fields.path("path"), bytes: try fields.bytes("bytes"), sha256: try fields.digest("sha256"))
  }
}

/// The title's picture.
package struct ArtworkRecord: Sendable, Hashable {
  package var file: FileRecord
  /// `jpeg`, `png`, `webp`, `heic`, `avif`, `gif`.
  package var type: String
  /// Pixels; nil when the bytes do not tell.
  package var width: Int?
  package var height: Int?

  package init(file: FileRecord, type: String, width: Int? = nil, height: Int? = nil) {
    self.file = file
    self.type = type
    self.width = width
    self.height = height
  }

  package var json: JSONValue {
    var members = file.members
    members.set("type", type)
    members.set("width", width)
    members.set("height", height)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      file: try FileRecord(fields), type: try fields.text("type"), width: try fields.optionalCount("width"),
      height: try fields.optionalCount("height"))
  }
}

/// A content key that media of the bundle is encrypted with (EXT-X-KEY, RFC 8216, 4.3.2.4).
package struct KeyRecord: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// In `keys/`.
    case stored
    /// Left out because that was asked for.
    case omitted
    /// In `keys/`, in a form that only its key system understands.
    case opaque
    /// Deleted; the media cannot be played any more.
    case invalidated
    /// Deleted with the last stream that needed it.
    case removed
  }

  package var id: String
  /// METHOD as written: `AES-128`.
  package var method: String
  package var keyFormat: String
  /// Where the key came from, without credentials.
  package var source: String
  package var state: State
  /// The key's file; nil when there is none.
  package var path: BundlePath?
  /// When the key ends; nil when it does not, or does not tell.
  package var expiresAt: Instant?

  package init(
    id: String, method: String, keyFormat: String, source: String, state: State, path: BundlePath?,
    expiresAt: Instant? = nil
  ) {
    self.id = id
    self.method = method
    self.keyFormat = keyFormat
    self.source = source
    self.state = state
    self.path = path
    self.expiresAt = expiresAt
  }

  package var json: JSONValue {
    var members = JSONMembers()
    members.set("id", id)
    members.set("method", method)
    members.set("keyFormat", keyFormat)
    members.set("source", source)
    members.set("state", state.rawValue)
    members.set("path", path?.text)
    members.set("expiresAt", expiresAt?.rfc3339)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    let path = try fields.optionalPath("path")
    if let path {
      guard case .key = path.role else { throw fields.damaged("path", "is not the path of a key") }
    }
    self.init(
      id: try fields.text("id"), method: try fields.text("method"), keyFormat: try fields.text("keyFormat"),
      source: try fields.text("source"), state: try fields.word("state", State.self), path: path,
      expiresAt: try fields.optionalInstant("expiresAt"))
  }
}

/// Where the title came from.
package struct SourceRecord: Sendable, Hashable {
  /// Without credentials.
  package var url: String
  /// Whether the URL named a multivariant playlist.
  package var isMultivariant: Bool

  package init(url: String, isMultivariant: Bool) {
    self.url = url
    self.isMultivariant = isMultivariant
  }

  package var json: JSONValue { ["multivariant": .bool(isMultivariant), "url": .string(url)] }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(url: try fields.text("url"), isMultivariant: try fields.flag("multivariant"))
  }
}

/// One thing that was done to the bundle.
package struct HistoryEntry: Sendable, Hashable {
  /// The command: `build`.
  package var action: String
  package var at: Instant
  /// The program and its version.
  package var by: String
  package var note: String?
  /// What the newest of the answers that came for it said of the time (Date, RFC 9110, 6.6.1); nil where none did.
  package var originDate: Instant?

  package init(action: String, at: Instant, by: String, note: String? = nil, originDate: Instant? = nil) {
    self.action = action
    self.at = at
    self.by = by
    self.note = note
    self.originDate = originDate
  }

  package var json: JSONValue {
    var members = JSONMembers()
    members.set("action", action)
    members.set("at", at.rfc3339)
    members.set("by", by)
    members.set("note", note)
    members.set("originDate", originDate?.rfc3339)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      action: try fields.text("action"), at: try fields.instant("at"), by: try fields.text("by"),
      note: try fields.optionalText("note"), originDate: try fields.optionalInstant("originDate"))
  }
}

/// A segment that was left out because that was allowed.
package struct MissingPiece: Sendable, Hashable {
  package var stream: StreamFolder
  /// The segment's position from 0.
  package var index: Int
  /// Without credentials.
  package var url: String

  package init(stream: StreamFolder, index: Int, url: String) {
    self.stream = stream
    self.index = index
    self.url = url
  }

  package var json: JSONValue {
    ["index": .integer(Int64(index)), "stream": .string(stream.text), "url": .string(url)]
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      stream: try fields.folder("stream"), index: try fields.count("index"), url: try fields.text("url"))
  }
}
