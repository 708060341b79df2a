import Files
import JSON

/// The journal of an unfinished bundle: a line for each file that is whole, appended when it is. A line is
/// written when its file is, and neither is synced: after a kill both are there; after the machine went down
/// (another boot id), or the disk refused to take what was written, a file counts only when its digest is right.
struct Journal: ~Copyable, Sendable {
  static let name = "journal"
  /// A new journal before it takes the place of the old one.
  static let newName = "journal.new"

  /// What a journal tells.
  struct Content: Sendable {
    /// Nil when there is no journal, or its first line is not whole.
    var header: JournalLine.Header?
    var entries: [JournalEntry.Position: JournalEntry] = [:]
    var outlook: Outlook?
    /// The disk refused to take something written before: what memory still holds of it proves nothing.
    var isDoubted = false
    /// Length of the part that is whole lines.
    var wholeBytes: Int64 = 0
    /// Whether there is a file of that name at all.
    var exists = false
  }

  private let file: OpenFile
  /// Bytes of whole lines.
  private var length: Int64

  private init(_ file: consuming OpenFile, length: Int64) {
    self.file = file
    self.length = length
  }

  /// Appends the lines with one write: all of them, or, with an error, none.
  mutating func append(_ lines: [JournalLine]) throws(SystemError) {
    guard !lines.isEmpty else { return }
    var writer = JSONWriter()
    for line in lines { line.write(to: &writer) }
    do throws(SystemError) {
      try file.write(writer.bytes)
    } catch {
      // A line behind half of another would be lost. Where that half cannot be cut off, reading ends with it.
      try? file.truncate(to: length)
      throw error
    }
    length += Int64(writer.bytes.count)
  }

  /// Goes on with a journal, whose cut last line is taken off.
  static func resume(in folder: Folder, after wholeBytes: Int64) throws(SystemError) -> Journal {
    let file = try folder.openForAppending(name)
    try file.truncate(to: wholeBytes)
    return Journal(file, length: wholeBytes)
  }

  /// Starts a journal with these entries, in place of any other.
  static func start(
    in folder: Folder, header: JournalLine.Header, outlook: Outlook? = nil,
    entries: some Sequence<JournalEntry>
  ) throws(SystemError) -> Journal {
    let file = try folder.createFile(newName, mode: 0o600, exclusive: false)
    var writer = JSONWriter()
    JournalLine.header(header).write(to: &writer)
    if let outlook { JournalLine.outlook(outlook).write(to: &writer) }
    for entry in entries {
      JournalLine.file(entry).write(to: &writer)
      guard writer.bytes.count > 64 << 10 else { continue }
      try file.write(writer.bytes)
      writer.removeAll(keepingCapacity: true)
    }
    try file.write(writer.bytes)
    try file.close()
    try folder.rename(newName, to: name)
    let opened = try folder.openForAppending(name)
    let length = try opened.size
    return Journal(opened, length: length)
  }

  /// Reads what a journal tells, up to the first line that is not whole or not one of ours.
  static func read(in folder: Folder, place: String) throws(BundleError) -> Content {
    var content = Content()
    var lines: LineReader
    do throws(SystemError) {
      lines = LineReader(try folder.openForReading(name))
    } catch {
      if error.isAbsent { return content }
      throw .reading(place, file: name, error)
    }
    content.exists = true
    while let line = try next(&lines, place: place), !lines.isCut {
      guard let told = try parse(Array(lines.buffer[line]), place: place) else { break }
      guard content.take(told) else { break }
      content.wholeBytes = lines.offset
    }
    return content
  }

  private static func next(_ lines: inout LineReader, place: String) throws(BundleError) -> Range<Int>? {
    do throws(SystemError) {
      return try lines.next()
    } catch {
      throw .reading(place, file: name, error)
    }
  }

  /// Nil for what is no line of a journal: after a power cut any bytes may stand at its end.
  private static func parse(_ line: [UInt8], place: String) throws(BundleError) -> JournalLine? {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(line)
    } catch {
      return nil
    }
    do throws(BundleError) {
      return try JournalLine(JSONFields(value, way: "", place: place, file: name))
    } catch {
      if error.kind == .tooNew { throw error }
      return nil
    }
  }
}

extension Journal.Content {
  /// False when the line may not stand here.
  fileprivate mutating func take(_ line: JournalLine) -> Bool {
    switch line {
    case .header(let header):
      guard self.header == nil else { return false }
      self.header = header
      return true
    case .file(let entry):
      entries[entry.position] = entry
    case .dropped(let position):
      entries[position] = nil
    case .outlook(let outlook):
      self.outlook = outlook
    case .doubted:
      isDoubted = true
    }
    return header != nil
  }
}
