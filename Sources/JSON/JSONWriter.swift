/// Writes JSON as UTF-8, the same bytes for the same value on every machine.
///
/// Members of a `JSONValue` are written in the order of their names' bytes; the streaming pieces keep the
/// caller's order, who names them sorted. Commas are the writer's work. `/` stands as it is; quotation marks,
/// backslashes and every control character (C0, DEL, C1) are escaped, so that a line is safe on a terminal.
package struct JSONWriter: Sendable {
  /// What was written since the start or the last `removeAll`.
  package private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var needsComma = false
  private var owesNewline = false

  package init() {}

  /// Forgets the bytes, not the place: an array that is open stays open. For writing in portions.
  package mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Makes room for that many further bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// The value on one line without blanks.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .integer(let number): integer(number)
    case .decimal(let number): decimal(number)
    case .string(let text): string(text)
    case .array(let items):
      beginArray()
      for item in items { write(item) }
      endArray()
    case .object(let members):
      beginObject()
      for (name, member) in Self.sorted(members) {
        key(name)
        write(member)
      }
      endObject()
    }
  }

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The name of the member whose value is written next.
  package mutating func key(_ name: StaticString) {
    separate()
    name.withUTF8Buffer { bytes.appendJSONString($0) }
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of the member whose value is written next.
  package mutating func key(_ name: String) {
    separate()
    var name = name
    name.withUTF8 { bytes.appendJSONString($0) }
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ text: String) {
    separate()
    var text = text
    text.withUTF8 { bytes.appendJSONString($0) }
    needsComma = true
  }

  package mutating func integer(_ value: Int64) {
    separate()
    bytes.appendDecimalDigits(of: value)
    needsComma = true
  }

  /// The shortest text that reads back equal: whole numbers have no fraction, what is not finite is `null`.
  package mutating func decimal(_ value: Double) {
    separate()
    bytes.appendJSONNumber(value)
    needsComma = true
  }

  package mutating func bool(_ flag: Bool) { flag ? word("true") : word("false") }

  package mutating func null() { word("null") }

  /// Ends a line: at once after a whole value, and inside an array or object before the next element or its
  /// end, so that the comma stays on the line of the element before it.
  package mutating func newline() {
    guard depth == 0 else {
      owesNewline = true
      return
    }
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Exactly these bytes; commas before and after are the caller's.
  package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// For values that commas before and after are the caller's of.
  @inline(__always)
  mutating func append(_ body: (inout [UInt8]) -> Void) { body(&bytes) }

  /// A whole value that was laid out elsewhere.
  mutating func verbatim(_ value: [UInt8]) {
    separate()
    bytes += value
    needsComma = true
  }

  static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private mutating func word(_ text: StaticString) {
    separate()
    raw(text)
    needsComma = true
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    if owesNewline {
      bytes.append(UInt8(ascii: "\n"))
      owesNewline = false
    }
    bytes.append(bracket)
    depth = max(0, depth - 1)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if owesNewline {
      bytes.append(UInt8(ascii: "\n"))
      owesNewline = false
    }
  }
}
