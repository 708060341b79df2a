/// A place in a JSON text; the text itself is passed to each step.
struct JSONCursor {
  let limits: JSONLimits
  var at = 0
  private var count = 0

  init(limits: JSONLimits) { self.limits = limits }

  func error(_ reason: String) -> JSONError { JSONError(offset: at, reason: reason) }

  mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSONValue {
    count += 1
    guard count <= limits.members else { throw error("more than \(limits.members) values") }
    guard at < bytes.count else { throw error("ends where a value is expected") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return .object(try members(bytes, depth: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(bytes, depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string(bytes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(bytes)
    case UInt8(ascii: "t"): return try word("true", .bool(true), bytes)
    case UInt8(ascii: "f"): return try word("false", .bool(false), bytes)
    case UInt8(ascii: "n"): return try word("null", .null, bytes)
    case 0xEF: throw error("a byte order mark or other text where a value is expected")
    default: throw error("not the start of a value")
    }
  }

  private mutating func members(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [String: JSONValue] {
    try enter(depth)
    var members: [String: JSONValue] = [:]
    skipBlanks(bytes)
    if take(UInt8(ascii: "}"), bytes) { return members }
    while true {
      skipBlanks(bytes)
      let start = at
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("a member name is expected")
      }
      let name = try string(bytes)
      skipBlanks(bytes)
      guard take(UInt8(ascii: ":"), bytes) else { throw error("a colon is expected") }
      skipBlanks(bytes)
      guard members.updateValue(try value(bytes, depth: depth), forKey: name) == nil else {
        throw JSONError(offset: start, reason: "a member name for the second time")
      }
      skipBlanks(bytes)
      if take(UInt8(ascii: "}"), bytes) { return members }
      guard take(UInt8(ascii: ","), bytes) else {
        throw error("a comma or the end of the object is expected")
      }
    }
  }

  private mutating func elements(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSONValue] {
    try enter(depth)
    var items: [JSONValue] = []
    skipBlanks(bytes)
    if take(UInt8(ascii: "]"), bytes) { return items }
    while true {
      skipBlanks(bytes)
      items.append(try value(bytes, depth: depth))
      skipBlanks(bytes)
      if take(UInt8(ascii: "]"), bytes) { return items }
      guard take(UInt8(ascii: ","), bytes) else { throw error("a comma or the end of the array is expected") }
    }
  }

  private mutating func enter(_ depth: Int) throws(JSONError) {
    guard depth <= limits.depth else { throw error("deeper than \(limits.depth) levels") }
    at += 1
  }

  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func word(
    _ text: StaticString, _ value: JSONValue, _ bytes: Span<UInt8>
  ) throws(JSONError) -> JSONValue {
    let length = text.utf8CodeUnitCount
    guard bytes.count - at >= length else { throw error("not the start of a value") }
    let same = text.withUTF8Buffer { word in
      for index in 0..<length where word[index] != bytes[at + index] { return false }
      return true
    }
    guard same else { throw error("not the start of a value") }
    at += length
    return value
  }
}
