import Files
import JSON

/// A media file that is whole in an unfinished bundle.
package struct JournalEntry: Sendable, Hashable {
  package var stream: StreamFolder
  package var file: StreamFile
  /// Hash of the identity of the resource that the bytes came from; nil where it is not known any more.
  package var identity: IdentityHash?

  package init(stream: StreamFolder, file: StreamFile, identity: IdentityHash?) {
    self.stream = stream
    self.file = file
    self.identity = identity
  }

  /// Whether the file is what is wanted now: same place, same part of the same resource.
  package func answers(
    stream: StreamFolder, name role: MediaFileName.Role, index: Int, identity: IdentityHash,
    offset: Int64?, length: Int64?
  ) -> Bool {
    self.stream == stream && file.name.role == role && file.name.index == index
      && (self.identity == nil || self.identity == identity) && file.source?.offset == offset
      && file.source?.length == length
  }

  /// What names the position of a file: a later entry for it supersedes an earlier one.
  struct Position: Hashable {
    var stream: StreamFolder
    var role: MediaFileName.Role
    var index: Int
  }

  var position: Position { Position(stream: stream, role: file.name.role, index: file.name.index) }

  var path: BundlePath { .media(file.name, of: stream) }
}

/// What the whole is going to be, told to those who look at an unfinished bundle.
package struct Outlook: Sendable, Hashable {
  package var title: String
  /// Media files in all.
  package var files: Int
  /// Bytes in all, by estimate; nil when unknown.
  package var bytes: Int64?

  package init(title: String, files: Int, bytes: Int64? = nil) {
    self.title = title
    self.files = files
    self.bytes = bytes
  }
}

/// The lines that the journal of an unfinished bundle consists of.
enum JournalLine {
  /// The first line: whose bundle it is, and since which start of the machine the lines were written.
  struct Header: Hashable, Sendable {
    var identity: IdentityHash
    /// Nil when the machine does not tell: then nothing is trusted unread.
    var bootID: String?
  }

  case header(Header)
  case file(JournalEntry)
  case dropped(JournalEntry.Position)
  case outlook(Outlook)
  /// The disk has refused to take what was written before this line.
  case doubted

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .header(let header):
      if let bootID = header.bootID {
        writer.key("bootID")
        writer.string(bootID)
      }
      writer.key("formatVersion")
      writer.integer(Int64(Manifest.formatVersion))
      writer.key("identity")
      writer.string(header.identity.text)
    case .file(let entry):
      writer.key("file")
      entry.file.write(to: &writer)
      if let identity = entry.identity {
        writer.key("identity")
        writer.string(identity.text)
      }
      writer.key("stream")
      writer.string(entry.stream.text)
    case .dropped(let position):
      writer.key("dropped")
      writer.bool(true)
      writer.key("index")
      writer.integer(Int64(position.index))
      writer.key("initialization")
      writer.bool(position.role == .initialization)
      writer.key("stream")
      writer.string(position.stream.text)
    case .outlook(let outlook):
      writer.key("outlook")
      writer.write(outlook.json)
    case .doubted:
      writer.key("doubted")
      writer.bool(true)
    }
    writer.endObject()
    writer.newline()
  }

  init(_ fields: JSONFields) throws(BundleError) {
    if let file = try fields.optionalObject("file") {
      let hash = fields.members["identity"] == nil ? nil : try fields.identity("identity")
      self = .file(
        JournalEntry(stream: try fields.folder("stream"), file: try StreamFile(file), identity: hash))
    } else if try fields.optionalFlag("dropped") == true {
      self = .dropped(
        JournalEntry.Position(
          stream: try fields.folder("stream"),
          role: try fields.flag("initialization") ? .initialization : .segment,
          index: try fields.count("index")))
    } else if let outlook = try fields.optionalObject("outlook") {
      self = .outlook(
        Outlook(
          title: try outlook.text("title"), files: try outlook.count("files"),
          bytes: try outlook.optionalInteger("bytes", in: JSONFields.bytesRange)))
    } else if try fields.optionalFlag("doubted") == true {
      self = .doubted
    } else {
      let version = try fields.integer("formatVersion")
      guard version <= Int64(Manifest.formatVersion) else {
        throw BundleError(
          .tooNew, "reading", place: fields.place, file: fields.file,
          reason: "has format version \(version), this program reads up to \(Manifest.formatVersion)")
      }
      self = .header(
        Header(identity: try fields.identity("identity"), bootID: try fields.optionalText("bootID")))
    }
  }
}

extension Outlook {
  fileprivate var json: JSONValue {
    var members = JSONMembers()
    members.set("bytes", bytes)
    members.set("files", files)
    members.set("title", title)
    return members.value
  }
}
