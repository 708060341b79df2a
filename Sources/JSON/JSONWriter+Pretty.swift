extension JSONWriter {
  /// The value for people to read: one member or element a line, indented by that many blanks a level.
  ///
  /// Nothing is written after the last bracket; `newline()` ends the file.
  package mutating func write(_ value: JSONValue, indent: Int) {
    var lines = PrettyLines(step: max(0, indent))
    lines.append(value, level: 0)
    verbatim(lines.bytes)
  }
}

/// A value laid out over lines.
private struct PrettyLines {
  let step: Int
  var bytes: [UInt8] = []

  mutating func append(_ value: JSONValue, level: Int) {
    switch value {
    case .array(let items) where !items.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        startLine(level: level + 1, after: index)
        append(item, level: level + 1)
      }
      startLine(level: level, after: 0)
      bytes.append(UInt8(ascii: "]"))
    case .object(let members) where !members.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in JSONWriter.sorted(members).enumerated() {
        startLine(level: level + 1, after: index)
        var name = member.key
        name.withUTF8 { bytes.appendJSONString($0) }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        append(member.value, level: level + 1)
      }
      startLine(level: level, after: 0)
      bytes.append(UInt8(ascii: "}"))
    default:
      var compact = JSONWriter()
      compact.write(value)
      bytes += compact.bytes
    }
  }

  private mutating func startLine(level: Int, after count: Int) {
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * step))
  }
}
