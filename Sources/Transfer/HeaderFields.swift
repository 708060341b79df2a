/// The fields of a response as they came, looked up on demand: most are never asked for.
package struct HeaderFields: Sendable {
  /// Status line and fields, each with its line end; bounded by the engine.
  private let bytes: [UInt8]

  /// From status line and field lines.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value of the first field of a name (in lower case), without blanks around it; nil when there is none.
  package func value(_ name: StaticString) -> String? {
    var at = 0
    while let end = bytes[at...].firstIndex(of: 10) {
      if let start = valueStart(of: name, at: at, before: end) { return text(start, end) }
      at = end + 1
    }
    return nil
  }

  /// The values of all fields of a name (in lower case), in order: together they are one list (RFC 9110, 5.3).
  package func values(_ name: StaticString) -> [String] {
    var values: [String] = []
    var at = 0
    while let end = bytes[at...].firstIndex(of: 10) {
      if let start = valueStart(of: name, at: at, before: end) { values.append(text(start, end)) }
      at = end + 1
    }
    return values
  }

  private func valueStart(of name: StaticString, at: Int, before end: Int) -> Int? {
    let count = name.utf8CodeUnitCount
    guard end - at > count, bytes[at + count] == UInt8(ascii: ":") else { return nil }
    return name.withUTF8Buffer { wanted in
      for offset in 0..<count {
        let byte = bytes[at + offset]
        let lower = byte &- 65 < 26 ? byte | 0x20 : byte
        guard lower == wanted[offset] else { return nil }
      }
      return at + count + 1
    }
  }

  private func text(_ start: Int, _ end: Int) -> String {
    var start = start
    var end = end
    while start < end, bytes[start] <= 32 { start += 1 }
    while end > start, bytes[end - 1] <= 32 { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Version and status of the first line; nil when it is not a status line.
  var statusLine: (version: String, status: Int)? {
    guard bytes.starts(with: "HTTP/".utf8), let blank = bytes.firstIndex(of: 32), blank < 16 else {
      return nil
    }
    let digits = bytes[(blank + 1)...].prefix(3)
    guard digits.count == 3, digits.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    return (String(decoding: bytes[5..<blank], as: UTF8.self), status)
  }
}
