import Playlist

/// Names that a playlist has and the specification has not, with where and how often: the first few, the rest as
/// a number, for a hostile playlist may have another one in each line.
struct UnknownNames: Sendable {
  struct Sighting: Sendable {
    let name: String
    /// The tag whose attribute it is; nil where it is that of a tag.
    let tag: TagName?
    /// The first line that has it, counted from 0.
    let line: Int
    /// How many lines have it.
    fileprivate(set) var count = 1
  }

  /// How many names are told one by one.
  static let limit = Repeated.limit

  /// In the order of their first lines.
  private(set) var sightings: [Sighting] = []
  /// How many lines have names that are none of the `sightings`.
  private(set) var others = 0
  private var places: [Place: Int] = [:]

  private struct Place: Hashable {
    let tag: TagName?
    let name: String
  }

  mutating func see(_ name: String, of tag: TagName? = nil, line: Int) {
    if let place = places[Place(tag: tag, name: name)] {
      sightings[place].count += 1
    } else if sightings.count < Self.limit {
      places[Place(tag: tag, name: name)] = sightings.count
      sightings.append(Sighting(name: name, tag: tag, line: line))
    } else {
      others += 1
    }
  }

  /// A finding for each name.
  /// - Parameter message: what is wrong with one; that it is in further lines is added.
  func findings(
    of rule: any Rule.Type, _ severity: Severity, in file: String, _ message: (Sighting) -> String,
    hint: (Sighting) -> String? = { _ in nil }
  ) -> [Finding] {
    var findings = sightings.map { sighting in
      Finding(
        rule: rule.identifier, severity: severity, file: file, line: sighting.line + 1,
        message: message(sighting) + andMore(sighting.count - 1), hint: hint(sighting))
    }
    if others > 0, let last = findings.indices.last {
      findings[last].message += ", and \(others) more under other names"
    }
    return findings
  }
}

/// Lines that begin as a tag of HLS does and are none, by what they are.
struct UnknownTags: Sendable {
  /// Names that mean nothing to the specification.
  private(set) var foreign = UnknownNames()
  /// Names that it had once.
  private(set) var removed = UnknownNames()
  /// Names that are those of tags but for a slip.
  private(set) var misspelt = UnknownNames()

  private enum Kind {
    case foreign
    case removed
    case misspelt
  }

  init(in text: PlaylistText) {
    // The same name mostly comes again and again.
    var last = (name: "", kind: Kind.foreign)
    // Text after #EXTM3U is told by the parser.
    for line in text.lines.indices where line > 0 && text.kind(line) == .tag(nil) {
      let name = text.tagText(line)
      if name != last.name { last = (name, Self.kind(of: name)) }
      switch last.kind {
      case .foreign: foreign.see(name, line: line)
      case .removed: removed.see(name, line: line)
      case .misspelt: misspelt.see(name, line: line)
      }
    }
  }

  private static func kind(of name: String) -> Kind {
    if name == "EXT-X-ALLOW-CACHE" { return .removed }
    return meant(name) == nil ? .foreign : .misspelt
  }

  /// The tag that a name means that has small letters, underscores for hyphens, or something after a blank or
  /// comma where ":" belongs; nil for any other name.
  static func meant(_ name: String) -> TagName? {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "=") { break }
      // No tag has a longer name.
      guard bytes.count < 64 else { return nil }
      bytes.append(byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte)
    }
    return TagName(rawValue: String(decoding: bytes, as: UTF8.self).uppercased())
  }
}

/// Attributes that their tags do not have.
func unknownAttributes(in text: PlaylistText) -> UnknownNames {
  var names = UnknownNames()
  let bytes = text.bytes
  for line in text.lines.indices {
    guard let tag = text.tag(line), tag.hasAttributes else { continue }
    forEachAttributeName(bytes, text.valueRange(line)) { place in
      let name = bytes[place]
      if AttributeTable.has(name, of: tag) { return }
      names.see(String(decoding: name.prefix(80), as: UTF8.self), of: tag, line: line)
    }
  }
  return names
}

/// Calls `body` with the place of each name in an attribute list, blanks around it left out. What is no attribute
/// is passed over: the parser tells it.
private func forEachAttributeName(_ bytes: [UInt8], _ list: Range<Int>, _ body: (Range<Int>) -> Void) {
  let (equals, comma, quote) = (UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "\""))
  var index = list.lowerBound
  func skip(while isSkipped: (UInt8) -> Bool) {
    while index < list.upperBound, isSkipped(bytes[index]) { index += 1 }
  }
  while index < list.upperBound {
    skip { $0 == comma || isBlank($0) }
    let start = index
    skip { $0 != equals && $0 != comma }
    guard index < list.upperBound, bytes[index] == equals else { continue }
    var end = index
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    if end > start { body(start..<end) }
    index += 1
    skip(while: isBlank)
    if index < list.upperBound, bytes[index] == quote {
      index += 1
      skip { $0 != quote }
    }
    skip { $0 != comma }
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
