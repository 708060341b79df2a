import Files

/// The name of one entry of an archive, which stays beneath the folder it is unpacked in, on any system.
///
/// An archive is anybody's text: nothing is made of a name that this type refuses.
package struct EntryName: Sendable, Hashable, CustomStringConvertible {
  /// The name, `/` between its parts, none at its end.
  package let text: String
  /// Whether the name was written with a `/` at its end, as that of a folder.
  package let isFolder: Bool

  /// The parts between the slashes; at least one.
  package var parts: [String] { text.utf8.split(separator: UInt8(ascii: "/")).compactMap { String($0) } }

  package var description: String { text }

  /// The longest name in bytes, the longest part in bytes, and the most parts.
  package static var byteLimit: Int { 4000 }
  package static var partByteLimit: Int { 255 }
  package static var partLimit: Int { 32 }

  /// Checks a name as it stands in an archive.
  package init(_ written: String) throws(ArchiveError) {
    let isFolder = written.utf8.last == UInt8(ascii: "/")
    let text = isFolder ? String(written.utf8.dropLast()) ?? "" : written
    if let fault = Self.fault(in: text) {
      throw ArchiveError(deed: "entry \(Self.shown(written))", reason: fault)
    }
    self.text = text
    self.isFolder = isFolder
  }

  /// Checks the bytes of a name, which must be UTF-8.
  package init(bytes: [UInt8]) throws(ArchiveError) {
    guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self) else {
      throw ArchiveError(
        deed: "entry \(Self.shown(String(decoding: bytes.prefix(200), as: UTF8.self)))",
        reason: bytes.count > Self.byteLimit ? "the name is too long" : "the name is not UTF-8")
    }
    try self.init(text)
  }

  /// What is wrong with the name; nil for a good one.
  private static func fault(in text: String) -> String? {
    if text.isEmpty { return "the name is empty" }
    if text.utf8.count > byteLimit { return "the name is too long" }
    if text.utf8.first == UInt8(ascii: "/") { return "the name is absolute" }
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > partLimit { return "the name has more than \(partLimit) parts" }
    for part in parts {
      if let fault = fault(inPart: String(part)) { return fault }
    }
    return nil
  }

  private static func fault(inPart part: String) -> String? {
    if part.isEmpty { return "a part of the name is empty" }
    if part == "." || part == ".." { return "the name leaves its folder" }
    if part.utf8.count > partByteLimit { return "a part of the name is too long" }
    if part.utf8.contains(UInt8(ascii: "\\")) { return "the name has a backslash" }
    if !part.unicodeScalars.allSatisfy(FileNames.isLegal) {
      return "the name has a character that not every file system takes"
    }
    if FileNames.isReserved(part) { return "the name is reserved for a device" }
    guard let last = part.unicodeScalars.last, last != ".", last != " " else {
      return "a part of the name ends with a dot or a blank"
    }
    return nil
  }

  /// The name for a message: short, and nothing in it that a terminal would obey.
  private static func shown(_ written: String) -> String {
    var text = ""
    for scalar in written.unicodeScalars.prefix(120) {
      let isPlain = scalar == "/" || scalar == "\\" || FileNames.isLegal(scalar)
      text.unicodeScalars.append(isPlain ? scalar : "?")
    }
    return "'\(text)'"
  }
}
