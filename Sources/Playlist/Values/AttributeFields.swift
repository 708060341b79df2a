/// One attribute of a list, as places in the playlist's bytes.
struct AttributeField {
  var nameStart: Int
  var nameEnd: Int
  /// Without the quotes where the value is a quoted-string.
  var valueStart: Int
  var valueEnd: Int
  var isQuoted: Bool
}

/// What a list shows that 4.2 does not allow but that has an obvious reading.
struct AttributeFlaws: OptionSet {
  let rawValue: UInt8
  /// Blanks around "=" or ",".
  static let blanks = AttributeFlaws(rawValue: 1)
  /// An empty place between commas, a name without "=", text after a closing quote, a name of other characters.
  static let syntax = AttributeFlaws(rawValue: 2)
  static let twice = AttributeFlaws(rawValue: 4)
}

/// A list that cannot be read at all.
enum AttributeFault: Error {
  case openQuote(String)
  case tooMany
}

/// The attributes of one tag, read once from left to right (4.2). Reused from tag to tag.
struct AttributeFields {
  static let limit = 512
  private(set) var fields: [AttributeField] = []
  private(set) var flaws: AttributeFlaws = []
  /// Whether the name of an attribute begins with "REQ-".
  private(set) var hasRequirement = false

  /// Reads the list at `from..<to`. Of two attributes of one name the first counts.
  mutating func read(_ bytes: Span<UInt8>, from: Int, to: Int) throws(AttributeFault) {
    fields.removeAll(keepingCapacity: true)
    flaws = []
    hasRequirement = false
    var index = from
    while index < to {
      index = skipBlanks(bytes, index, to)
      if index >= to { break }
      if bytes[index] == UInt8(ascii: ",") {
        flaws.insert(.syntax)
        index += 1
        continue
      }
      index = try readField(bytes, from: index, to: to)
      guard fields.count <= Self.limit else { throw .tooMany }
    }
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>, _ index: Int, _ to: Int) -> Int {
    let next = bytes.skippingBlanks(from: index, to: to)
    if next != index { flaws.insert(.blanks) }
    return next
  }

  /// Reads one `NAME=VALUE` and the comma after it; the place of what follows.
  private mutating func readField(_ bytes: Span<UInt8>, from: Int, to: Int) throws(AttributeFault) -> Int {
    var nameEnd = from
    while nameEnd < to, bytes[nameEnd].isAttributeNameCharacter { nameEnd += 1 }
    let isPlain = nameEnd < to && nameEnd > from && bytes[nameEnd] == UInt8(ascii: "=")
    while nameEnd < to, bytes[nameEnd] != UInt8(ascii: "="), bytes[nameEnd] != UInt8(ascii: ",") {
      nameEnd += 1
    }
    guard nameEnd < to, bytes[nameEnd] == UInt8(ascii: "=") else {
      flaws.insert(.syntax)
      return min(to, nameEnd + 1)
    }
    let name = from..<bytes.droppingBlanks(from: from, to: nameEnd)
    if name.upperBound != nameEnd { flaws.insert(.blanks) }
    if !isPlain { checkName(bytes, name) }
    let start = skipBlanks(bytes, nameEnd + 1, to)
    let value: Range<Int>
    var end: Int
    let isQuoted = start < to && bytes[start] == UInt8(ascii: "\"")
    if isQuoted {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "\""), from: start + 1, to: to) else {
        throw .openQuote(bytes.text(from: name.lowerBound, to: min(name.upperBound, name.lowerBound + 64)))
      }
      value = start + 1..<close
      end = close + 1
      if end < to, bytes[end] != UInt8(ascii: ",") { end = skipToComma(bytes, from: end, to: to) }
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ","), from: start, to: to) ?? to
      value = start..<bytes.droppingBlanks(from: start, to: end)
      if value.upperBound != end { flaws.insert(.blanks) }
    }
    add(bytes, name: name, value: value, isQuoted: isQuoted)
    // A comma at the end announces one more attribute.
    if end + 1 == to { flaws.insert(.syntax) }
    return min(to, end + 1)
  }

  /// From the closing quote on: blanks are a small flaw, text a larger one.
  private mutating func skipToComma(_ bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let next = skipBlanks(bytes, from, to)
    guard next < to, bytes[next] != UInt8(ascii: ",") else { return next }
    flaws.insert(.syntax)
    return bytes.firstIndex(of: UInt8(ascii: ","), from: next, to: to) ?? to
  }

  private mutating func checkName(_ bytes: Span<UInt8>, _ name: Range<Int>) {
    if name.isEmpty { flaws.insert(.syntax) }
    for index in name where !bytes[index].isAttributeNameCharacter {
      flaws.insert(.syntax)
      break
    }
  }

  private mutating func add(_ bytes: Span<UInt8>, name: Range<Int>, value: Range<Int>, isQuoted: Bool) {
    for index in 0..<min(32, fields.count) {
      let start = fields[index].nameStart
      if fields[index].nameEnd - start == name.count, bytes.isSame(start, name.lowerBound, length: name.count)
      {
        flaws.insert(.twice)
        return
      }
    }
    if bytes.isRequirement(from: name.lowerBound, to: name.upperBound) { hasRequirement = true }
    fields.append(
      AttributeField(
        nameStart: name.lowerBound, nameEnd: name.upperBound, valueStart: value.lowerBound,
        valueEnd: value.upperBound, isQuoted: isQuoted))
  }

  /// The attribute of this name; nil when the list has none.
  func field(_ name: StaticString, in bytes: Span<UInt8>) -> AttributeField? {
    for index in fields.indices
    where bytes.equals(name, from: fields[index].nameStart, to: fields[index].nameEnd) {
      return fields[index]
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Whether the bytes are an attribute's name that begins with "REQ-" (6.3.1); what no attribute can be called
  /// requires nothing.
  func isRequirement(from: Int, to: Int) -> Bool {
    guard starts(with: "REQ-", from: from, to: to) else { return false }
    for index in from..<to where !self[index].isAttributeNameCharacter { return false }
    return true
  }
}
