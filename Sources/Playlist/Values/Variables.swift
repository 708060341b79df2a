/// One variable of EXT-X-DEFINE (4.4.2.3).
package struct Definition: Hashable, Sendable {
  package enum Source: String, Hashable, Sendable {
    case value = "VALUE"
    case imported = "IMPORT"
    case queryParameter = "QUERYPARAM"
  }
  package let name: String
  /// What `{$name}` is replaced by, exactly; variables in it are not resolved again. May be a credential.
  package let value: String
  /// The line of the tag, counted from 0.
  package let line: Int
  package let source: Source
}

/// The variables of a playlist, in the order of their definition.
package struct Variables: Sendable {
  package private(set) var definitions: [Definition] = []
  private var values: [String: Definition] = [:]

  package init() {}

  /// False when the name is defined already.
  mutating func define(_ definition: Definition) -> Bool {
    guard values.updateValue(definition, forKey: definition.name) == nil else { return false }
    definitions.append(definition)
    return true
  }

  /// Why a text could not be resolved.
  struct Undefined: Error { let name: String }

  /// `text` with every `{$NAME}` replaced by what was defined before `line`. What is no reference stays, and
  /// with `keepingUndefined` so does a reference to what is not defined.
  func resolved(
    _ text: String, before line: Int, keepingUndefined: Bool = false
  ) throws(Undefined) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let bytes = Array(text.utf8)
    let span = bytes.span
    var result: [UInt8] = []
    var index = 0
    while let brace = span.firstIndex(of: UInt8(ascii: "{"), from: index, to: span.count) {
      guard let end = Self.referenceEnd(span, at: brace) else {
        result.append(contentsOf: bytes[index...brace])
        index = brace + 1
        continue
      }
      result.append(contentsOf: bytes[index..<brace])
      index = brace
      let name = String(decoding: bytes[index + 2..<end], as: UTF8.self)
      if let definition = values[name], definition.line < line {
        result.append(contentsOf: definition.value.utf8)
      } else if keepingUndefined {
        result.append(contentsOf: bytes[index...end])
      } else {
        throw Undefined(name: name)
      }
      guard result.count <= LineReader.lineLengthLimit else { throw Undefined(name: name) }
      index = end + 1
    }
    result.append(contentsOf: bytes[index...])
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the "}" of a reference that begins at `start` stands; nil when none begins there.
  private static func referenceEnd(_ bytes: Span<UInt8>, at start: Int) -> Int? {
    guard start + 3 < bytes.count, bytes[start] == UInt8(ascii: "{"), bytes[start + 1] == UInt8(ascii: "$")
    else {
      return nil
    }
    var index = start + 2
    while index < bytes.count, bytes[index].isNameCharacter { index += 1 }
    return index < bytes.count && index > start + 2 && bytes[index] == UInt8(ascii: "}") ? index : nil
  }

  /// A whole line as a player reads it (4.3): URI lines, quoted strings and other attribute values of tags with
  /// variables resolved. References to what is not defined stay as they are; so does EXT-X-DEFINE itself.
  func resolvedLine(_ line: Int, of text: PlaylistText) -> String {
    let written = text.text(line)
    guard !definitions.isEmpty, written.utf8.contains(UInt8(ascii: "{")) else { return written }
    switch text.kind(line) {
    case .uri: return resolvedOrSame(written, before: line)
    case .tag(.define), .comment, .blank: return written
    case .tag(let name) where name == nil || name?.hasAttributes == true:
      guard text.lines[line].contentEnd > text.valueRange(line).lowerBound else { return written }
      return "#\(text.tagText(line)):" + resolvedOrSame(text.value(line), before: line)
    case .tag: return written
    }
  }

  private func resolvedOrSame(_ text: String, before line: Int) -> String {
    // Nothing undefined is refused here; a text beyond all limits simply stays.
    (try? resolved(text, before: line, keepingUndefined: true)) ?? text
  }
}
