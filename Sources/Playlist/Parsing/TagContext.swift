/// One tag at a time: its attributes, checked and with variables resolved.
///
/// A tag that a client must ignore (6.3.1: an unknown enumerated value, an unknown REQ- attribute) sets
/// `isIgnored`; whoever reads the tag asks for it last.
struct TagContext {
  /// What all variables of one playlist may expand to.
  static let expansionLimit = 64 << 20

  let text: PlaylistText
  var notes: Notes
  var variables = Variables()
  private(set) var fields = AttributeFields()
  private(set) var isIgnored = false
  /// The line of the tag, counted from 0, and its name.
  private(set) var line = 0
  private(set) var tag = TagName.extM3U
  private let mayHoldVariables: Bool
  private var expanded = 0
  /// The smallest EXT-X-VERSION that does for what was read (section 8), and the line that needs it.
  private(set) var requiredVersion = 1
  private(set) var requiringLine: Int?

  init(text: PlaylistText, notes: Notes) {
    self.text = text
    self.notes = notes
    mayHoldVariables = text.bytes.span.contains("{$")
  }

  mutating func begin(_ tag: TagName, line: Int) {
    self.tag = tag
    self.line = line
    isIgnored = false
  }

  mutating func requires(version: Int) {
    guard version > requiredVersion else { return }
    requiredVersion = version
    requiringLine = line
  }

  /// Reads the attribute list of the tag that was begun.
  mutating func readAttributes(_ bytes: Span<UInt8>, known: StaticString? = nil) throws(PlaylistError) {
    let range = text.valueRange(line)
    do {
      try fields.read(bytes, from: range.lowerBound, to: range.upperBound)
    } catch {
      switch error {
      case .openQuote(let name): throw malformed("has a quote that is not closed, at \(name)")
      case .tooMany: throw malformed("has more than \(AttributeFields.limit) attributes")
      }
    }
    if !fields.flaws.isEmpty { try reportFlaws() }
    for field in fields.fields where bytes.starts(with: "REQ-", from: field.nameStart, to: field.nameEnd) {
      requires(version: 12)
      if let known, bytes.equals(known, from: field.nameStart, to: field.nameEnd) { continue }
      isIgnored = true
      notes.note(
        .ignoredRequirement, line: line, "\(tag.rawValue) is ignored: it requires an unknown attribute")
    }
  }

  private mutating func reportFlaws() throws(PlaylistError) {
    if fields.flaws.contains(.blanks) {
      try notes.tolerate(.attributeBlanks, line: line, "the attribute list has blanks around = or ,")
    }
    if fields.flaws.contains(.syntax) {
      try notes.tolerate(.attributeSyntax, line: line, "the attribute list is not well formed")
    }
    if fields.flaws.contains(.twice) {
      try notes.tolerate(.attributeTwice, line: line, "an attribute is there twice; the first one counts")
    }
  }

  /// "EXT-X-KEY has no URI" as an error of this line.
  func malformed(_ reason: String) -> PlaylistError { notes.malformed(line, "\(tag.rawValue) \(reason)") }

  mutating func ignore(_ reason: @autoclosure () -> String) {
    isIgnored = true
    notes.note(.ignoredTag, line: line, "\(tag.rawValue) is ignored: \(reason())")
  }

  /// A required attribute is missing: an error in strict mode, else the tag goes on without or is ignored.
  mutating func missing(_ name: StaticString) throws(PlaylistError) {
    try notes.tolerate(.attributeMissing, line: line, "\(tag.rawValue) has no \(name)")
  }

  /// Text of the playlist with variables resolved.
  mutating func resolved(_ written: String) throws(PlaylistError) -> String {
    guard mayHoldVariables, written.utf8.contains(UInt8(ascii: "{")) else { return written }
    let result: String
    do {
      result = try variables.resolved(written, before: line)
    } catch {
      throw PlaylistError(
        name: notes.name, line: line + 1, "the variable \(error.name) is not defined before it is used",
        kind: .undefinedVariable)
    }
    if result != written { requires(version: 8) }
    expanded += result.utf8.count
    guard expanded <= Self.expansionLimit else {
      throw PlaylistError(
        name: notes.name, line: line + 1, "the variables expand to more than 64 MiB", kind: .unsupported)
    }
    return result
  }
}

extension Span where Element == UInt8 {
  /// Whether a two-byte text stands anywhere.
  fileprivate func contains(_ pair: StaticString) -> Bool {
    precondition(pair.utf8CodeUnitCount == 2)
    let first = pair.utf8Start[0]
    var from = 0
    while let place = firstIndex(of: first, from: from, to: count) {
      if place + 1 < count, self[place + 1] == pair.utf8Start[1] { return true }
      from = place + 1
    }
    return false
  }
}
