package import Digest
package import Files
import JSON

/// The list of a stream's files, `stream.json`: initialization sections first, then segments, each by
/// position.
package struct StreamListing: Sendable, Hashable {
  /// What stands around the files.
  package struct Header: Sendable, Hashable {
    package var folder: StreamFolder
    /// The URL of the media playlist, without credentials.
    package var source: String

    package init(folder: StreamFolder, source: String) {
      self.folder = folder
      self.source = source
    }
  }

  package var header: Header
  package var files: [StreamFile]

  package init(folder: StreamFolder, source: String, files: [StreamFile]) {
    header = Header(folder: folder, source: source)
    self.files = files
  }

  package var folder: StreamFolder { header.folder }

  package var initializations: ArraySlice<StreamFile> { files.prefix { $0.name.role == .initialization } }

  package var segments: ArraySlice<StreamFile> { files[initializations.endIndex...] }

  package var totals: StreamTotals { StreamTotals(of: files) }

  /// The bytes of `stream.json`; for few files.
  package func serialized() -> [UInt8] {
    var writer = JSONWriter()
    header.begin(&writer)
    for file in files {
      file.write(to: &writer)
      writer.newline()
    }
    header.end(&writer)
    return writer.bytes
  }
}

extension StreamListing.Header {
  /// What stands before the files.
  func begin(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("files")
    writer.beginArray()
    writer.newline()
  }

  /// What stands behind them.
  func end(_ writer: inout JSONWriter) {
    writer.endArray()
    writer.key("folder")
    writer.string(folder.text)
    writer.key("formatVersion")
    writer.integer(Int64(Manifest.formatVersion))
    writer.key("identity")
    writer.string(folder.hash.text)
    writer.key("kind")
    writer.string(folder.kind.jsonName)
    writer.key("source")
    writer.string(source)
    writer.endObject()
    writer.newline()
  }
}

/// Writes a `stream.json` file by file, in flat memory.
package struct StreamListingWriter: ~Copyable {
  private static let portion = 64 << 10

  private let file: OpenFile
  private let header: StreamListing.Header
  private var writer = JSONWriter()
  private var hasher = SHA256Hasher()
  private var bytes: Int64 = 0

  /// Sums over the files that were added.
  package private(set) var totals = StreamTotals()

  /// - Parameter file: empty, open for writing.
  package init(_ file: consuming OpenFile, header: StreamListing.Header) {
    self.file = file
    self.header = header
    header.begin(&writer)
  }

  /// Files come in the listing's order.
  package mutating func add(_ item: StreamFile) throws(SystemError) {
    item.write(to: &writer)
    writer.newline()
    totals.add(item)
    if writer.bytes.count >= StreamListingWriter.portion { try flush() }
  }

  /// Ends the listing and closes its file; the length and digest of what was written.
  package consuming func finish() throws(SystemError) -> (bytes: Int64, sha256: SHA256Digest) {
    header.end(&writer)
    try flush()
    let result = (bytes: bytes, sha256: hasher.finish())
    try file.close()
    return result
  }

  private mutating func flush() throws(SystemError) {
    let portion = writer.bytes
    try file.write(portion)
    hasher.update(portion.span.bytes)
    bytes += Int64(portion.count)
    writer.removeAll(keepingCapacity: true)
  }
}
