/// Changes to a playlist, line by line: what is not changed is written byte for byte as it was read.
///
/// Lines are counted from 0 as in `PlaylistText.lines`, whatever is dropped or inserted.
package struct PlaylistEdits: Sendable {
  package let text: PlaylistText
  private enum Change: Sendable {
    case drop
    case replace(String)
  }
  private var changes: [Int: Change] = [:]
  private var insertions: [Int: [String]] = [:]
  private var appended: [String] = []

  package init(of text: PlaylistText) { self.text = text }

  /// Leaves the line out, its line end too.
  package mutating func drop(line: Int) { changes[line] = .drop }

  /// Writes `content` in place of the line; its line end stays. Line ends in `content` are left out.
  package mutating func replace(line: Int, with content: String) {
    changes[line] = .replace(Self.single(content))
  }

  /// Edits the attribute list of a tag and keeps the rest of the line. Does nothing to a dropped line.
  package mutating func editAttributes(line: Int, _ edit: (inout AttributeList) -> Void) {
    if case .drop? = changes[line] { return }
    let written = current(line)
    let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) ?? written.endIndex
    var list = AttributeList(parsing: String(written[colon...].dropFirst()))
    edit(&list)
    let value = list.text
    replace(line: line, with: value.isEmpty ? String(written[..<colon]) : "\(written[..<colon]):\(value)")
  }

  /// Writes a line of its own before the given one; several in the order of the calls.
  package mutating func insert(before line: Int, _ content: String) {
    insertions[line, default: []].append(Self.single(content))
  }

  /// Writes a line of its own at the end; several in the order of the calls.
  package mutating func append(_ content: String) { appended.append(Self.single(content)) }

  /// Whether the line is dropped.
  package func isDropped(_ line: Int) -> Bool {
    if case .drop? = changes[line] { true } else { false }
  }

  /// The line as it will be written, without its end and without blanks around it; "" when it is dropped.
  package func current(_ line: Int) -> String {
    switch changes[line] {
    case .drop: ""
    case .replace(let content): content
    case nil: text.text(line)
    }
  }

  /// Resolves variables wherever they are used and drops EXT-X-DEFINE. Lines that are changed already stay.
  package mutating func resolve(_ variables: Variables) {
    for line in text.lines.indices where changes[line] == nil {
      if text.tag(line) == .define {
        drop(line: line)
      } else if !variables.definitions.isEmpty {
        let written = text.text(line)
        let resolved = variables.resolvedLine(line, of: text)
        if resolved != written { replace(line: line, with: resolved) }
      }
    }
  }

  /// Writes EXT-X-VERSION where it is missing and raises it where it is lower; never lowers it.
  package mutating func raiseVersion(to version: Int) {
    if let line = text.lines.indices.first(where: { text.tag($0) == .version && !isDropped($0) }) {
      let written = Int(current(line).drop { $0 != ":" }.dropFirst().drop { $0 == " " }) ?? 1
      if written < version { replace(line: line, with: "#EXT-X-VERSION:\(version)") }
    } else if version > 1 {
      insert(before: min(1, text.lines.count), "#EXT-X-VERSION:\(version)")
    }
  }

  private static func single(_ content: String) -> String {
    guard content.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return content }
    return String(decoding: content.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  /// The playlist with all changes. With `normalizing` every line gets the exact form of the specification: LF
  /// ends, the last one too; no byte order mark, NUL or other control character, only UTF-8; no blanks around
  /// lines and in attribute lists; quotes where they belong; the comma of EXTINF; hexadecimal digits in
  /// capitals, all 32 of an IV. A bit rate, date or date range that cannot be read is left out.
  package func serialized(normalizing: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.bytes.count + 256)
    let normalizer = normalizing ? LineNormalizer(for: text) : nil
    let lineEnd = normalizing ? [0x0A] : prevailingLineEnd
    for line in text.lines.indices {
      for content in insertions[line] ?? [] { write(content, lineEnd, normalizer, to: &output) }
      switch changes[line] {
      case .drop: continue
      case .replace(let content):
        write(content, normalizing ? lineEnd : ending(of: line), normalizer, to: &output)
      case nil:
        if let normalizer {
          normalizer.append(line, of: text, to: &output)
        } else {
          output.append(contentsOf: text.bytes[text.rawRange(line)])
        }
      }
    }
    for content in (insertions[text.lines.count] ?? []) + appended {
      if let last = output.last, last != 0x0A, last != 0x0D { output.append(contentsOf: lineEnd) }
      write(content, lineEnd, normalizer, to: &output)
    }
    return output
  }

  private func write(
    _ content: String, _ end: [UInt8], _ normalizer: LineNormalizer?, to output: inout [UInt8]
  ) {
    let bytes = Array(content.utf8)
    if let normalizer {
      normalizer.append(bytes, to: &output)
    } else {
      output.append(contentsOf: bytes)
      output.append(contentsOf: end)
    }
  }

  /// The bytes that end a line: LF, CRLF, CR, or none.
  private func ending(of line: Int) -> [UInt8] {
    let range = text.rawRange(line)
    var start = range.upperBound
    while start > range.lowerBound, text.bytes[start - 1] == 0x0A || text.bytes[start - 1] == 0x0D {
      start -= 1
    }
    return Array(text.bytes[start..<range.upperBound])
  }

  private var prevailingLineEnd: [UInt8] {
    guard !text.lines.isEmpty else { return [0x0A] }
    let end = ending(of: 0)
    return end.isEmpty ? [0x0A] : end
  }
}
