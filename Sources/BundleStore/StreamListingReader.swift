package import Digest
package import Files
import JSON

/// Reads a `stream.json` file by file, in flat memory. Everything returned is within the grammar of names, in
/// order, and stands once.
package struct StreamListingReader: ~Copyable {
  /// More than any playlist may have lines.
  private static let fileLimit = 2_000_000
  private static let opening = Array("{\"files\":[".utf8)

  private enum Stage {
    case start
    case first
    case another
    case last
    case end
  }

  private var lines: LineReader
  private let folder: StreamFolder
  private let place: String
  private let file: String
  private var stage = Stage.start
  private var previous: MediaFileName?
  private var initializations = 0

  /// Sums over the files that were read.
  package private(set) var totals = StreamTotals()
  /// What stands around the files; nil until all were read.
  package private(set) var header: StreamListing.Header?
  /// The digest of the listing; nil until all was read.
  package private(set) var sha256: SHA256Digest?

  /// - Parameters:
  ///   - folder: the stream whose listing it must be.
  ///   - place: the path of the bundle, for messages.
  package init(_ file: consuming OpenFile, of folder: StreamFolder, place: String) {
    lines = LineReader(file)
    self.folder = folder
    self.place = place
    self.file = BundlePath.listing(of: folder).text
  }

  /// The next file; nil after the last.
  /// - Throws: `damaged` where the listing is not one, `disk` where it cannot be read.
  package mutating func next() throws(BundleError) -> StreamFile? {
    if stage == .start { try readOpening() }
    guard stage != .end else { return nil }
    guard var line = try nextLine(), let first = lines.buffer[line].first else {
      throw damaged("ends before its end")
    }
    if first == UInt8(ascii: "]") {
      guard stage != .another else { throw damaged("ends after a comma") }
      try readEnd(line)
      return nil
    }
    guard stage != .last else { throw damaged("goes on without a comma") }
    stage = .last
    if lines.buffer[line.upperBound - 1] == UInt8(ascii: ",") {
      line = line.lowerBound..<(line.upperBound - 1)
      stage = .another
    }
    var scanner = StreamFileScanner(lines.buffer, line)
    if let file = scanner.file() { return try checked(file) }
    return try checked(StreamFile(fields(Array(lines.buffer[line]), way: "files[\(totals.files)]")))
  }

  private mutating func readOpening() throws(BundleError) {
    guard let line = try nextLine(), lines.buffer[line].elementsEqual(StreamListingReader.opening) else {
      throw damaged("does not start like a listing")
    }
    stage = .first
  }

  private mutating func checked(_ item: StreamFile) throws(BundleError) -> StreamFile {
    guard totals.files < StreamListingReader.fileLimit else {
      throw damaged("names more than \(StreamListingReader.fileLimit) files")
    }
    if let previous {
      // Two files of one position differ in their extension only: that is once too often as well.
      guard previous < item.name, previous.role != item.name.role || previous.index != item.name.index else {
        throw damaged("names \(item.name.text) out of order or twice")
      }
    }
    previous = item.name
    if item.name.role == .initialization { initializations += 1 }
    if let map = item.map, map >= initializations {
      throw damaged("\(item.name.text) needs initialization section \(map), which is not there")
    }
    if item.isGap && item.bytes != 0 { throw damaged("\(item.name.text) is a gap with bytes") }
    totals.add(item)
    return item
  }

  private mutating func readEnd(_ line: Range<Int>) throws(BundleError) {
    var text = Array(lines.buffer[line])
    guard text.count > 2, text[1] == UInt8(ascii: ","), !lines.isCut else {
      throw damaged("ends before its end")
    }
    text[1] = UInt8(ascii: "{")
    let end = try fields(Array(text.dropFirst()), way: "")
    guard try end.integer("formatVersion") == Int64(Manifest.formatVersion),
      try end.folder("folder") == folder,
      try end.identity("identity") == folder.hash, try end.text("kind") == folder.kind.jsonName
    else { throw damaged("is the listing of something else") }
    header = StreamListing.Header(folder: folder, source: try end.text("source"))
    guard try nextLine() == nil else { throw damaged("goes on after its end") }
    sha256 = lines.digest()
    stage = .end
  }

  private func fields(_ text: [UInt8], way: String) throws(BundleError) -> JSONFields {
    do {
      return try JSONFields(JSONReader.parse(text), way: way, place: place, file: file)
    } catch let error as JSONError {
      throw damaged("\(way.isEmpty ? "the end" : way) is not JSON, \(error)")
    } catch let error as BundleError {
      throw error
    } catch {
      throw damaged("\(error)")
    }
  }

  private mutating func nextLine() throws(BundleError) -> Range<Int>? {
    do throws(SystemError) {
      return try lines.next()
    } catch {
      throw .reading(place, file: file, error)
    }
  }

  private func damaged(_ reason: String) -> BundleError { .damaged(place, file: file, reason) }
}
