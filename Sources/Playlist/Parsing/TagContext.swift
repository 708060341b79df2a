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
  /// Where what follows the tag's ":" stands in the bytes.
  private(set) var value = 0..<0
  let mayHoldVariables: Bool
  private var expanded = 0
  /// The smallest EXT-X-VERSION that does for what was read (section 8), and the line that needs it.
  private(set) var requiredVersion = 1
  private(set) var requiringLine: Int?

  init(text: PlaylistText, notes: Notes, hasBrace: Bool) {
    self.text = text
    self.notes = notes
    mayHoldVariables = hasBrace && text.bytes.span.contains("{$")
  }

  mutating func begin(_ tag: TagName, line: Int) { begin(tag, line: line, text.lines[line]) }

  /// `span` is the line's place.
  @inline(__always)
  mutating func begin(_ tag: TagName, line: Int, _ span: LineSpan) {
    self.tag = tag
    self.line = line
    value = span.value
    isIgnored = false
  }

  mutating func requires(version: Int) {
    guard version > requiredVersion else { return }
    requiredVersion = version
    requiringLine = line
  }

  /// Reads the attribute list of the tag that was begun; false when the tag is to be ignored, since it has an
  /// attribute whose name begins with REQ- and is not `known`.
  mutating func readAttributes(
    _ bytes: Span<UInt8>, known: StaticString? = nil
  ) throws(PlaylistError) -> Bool {
    do {
      try fields.read(bytes, from: value.lowerBound, to: value.upperBound)
    } catch {
      switch error {
      case .openQuote(let name):
        throw malformed(.attributeSyntax, "has a quote that is not closed, at \(name)")
      case .tooMany: throw malformed(.limit, "has more than \(AttributeFields.limit) attributes")
      }
    }
    if !fields.flaws.isEmpty { try reportFlaws() }
    guard fields.hasRequirement else { return true }
    for field in fields.fields where bytes.isRequirement(from: field.nameStart, to: field.nameEnd) {
      requires(version: 12)
      if let known, bytes.equals(known, from: field.nameStart, to: field.nameEnd) { continue }
      isIgnored = true
      notes.note(
        Subject(rule: .unknownRequirement, tag: tag), line: line,
        "\(tag.rawValue) is ignored: it requires an unknown attribute")
    }
    return !isIgnored
  }

  private mutating func reportFlaws() throws(PlaylistError) {
    if fields.flaws.contains(.blanks) {
      try notes.tolerate(
        Subject(rule: .attributeBlanks), line: line, "the attribute list has blanks around = or ,")
    }
    if fields.flaws.contains(.syntax) {
      try notes.tolerate(Subject(rule: .attributeSyntax), line: line, "the attribute list is not well formed")
    }
    if fields.flaws.contains(.twice) {
      try notes.tolerate(
        Subject(rule: .attributeTwice), line: line, "an attribute is there twice; the first one counts")
    }
  }

  /// "EXT-X-KEY has no URI" as an error of this line.
  func malformed(_ rule: SyntaxRule, _ reason: String) -> PlaylistError {
    notes.malformed(rule, line, "\(tag.rawValue) \(reason)")
  }

  /// What players accept in this tag and the text does not: "EXT-X-MAP BYTERANGE has no offset".
  mutating func tolerate(_ rule: SyntaxRule, _ fault: StaticString) throws(PlaylistError) {
    try notes.tolerate(
      Subject(rule: rule, tag: tag, fault: fault), line: line, "\(tag.rawValue) \(fault)")
  }

  /// What players accept in an attribute: "EXT-X-MEDIA NAME is empty".
  mutating func tolerate(
    _ rule: SyntaxRule, of name: StaticString, _ fault: StaticString
  ) throws(PlaylistError) {
    try notes.tolerate(
      Subject(rule: rule, tag: tag, attribute: name, fault: fault), line: line,
      "\(tag.rawValue) \(name) \(fault)")
  }

  /// The tag is to be ignored (6.3.1), since the value of an enumerated attribute is not known.
  mutating func ignore(unknownValueOf name: StaticString) {
    isIgnored = true
    notes.note(
      Subject(rule: .unknownValue, tag: tag, attribute: name), line: line,
      "\(tag.rawValue) is ignored: the value of \(name) is not known")
  }

  /// A required attribute is missing or unusable: an error in strict mode, else the tag goes on without or is
  /// ignored.
  mutating func missing(_ name: StaticString) throws(PlaylistError) {
    let isThere = fields.field(name, in: text.bytes.span) != nil
    try notes.tolerate(
      Subject(rule: .attributeMissing, tag: tag, attribute: name, fault: isThere ? "unusable" : ""),
      line: line, "\(tag.rawValue) has no \(isThere ? "usable " : "")\(name)")
  }

  /// Text of the playlist with variables resolved.
  mutating func resolved(_ written: String) throws(PlaylistError) -> String {
    guard mayHoldVariables, written.utf8.contains(UInt8(ascii: "{")) else { return written }
    let result: String
    do {
      result = try variables.resolved(written, before: line)
    } catch {
      throw PlaylistError(
        name: notes.name, line: line + 1, .undefinedVariable,
        "the variable \(error.name) is not defined before it is used",
        kind: .undefinedVariable)
    }
    if result != written { requires(version: 8) }
    expanded += result.utf8.count
    guard expanded <= Self.expansionLimit else {
      throw PlaylistError(
        name: notes.name, line: line + 1, .limit, "the variables expand to more than 64 MiB",
        kind: .unsupported)
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
