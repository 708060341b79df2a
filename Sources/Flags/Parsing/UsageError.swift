/// A command line that cannot be understood: one line and a hint, never the whole help.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    case noCommand
    case unknownCommand
    case unknownOption
    case missingValue
    case unexpectedValue
    case badValue
    case missingOperand
    case unexpectedOperand
    /// Options that are each valid but not together.
    case badCombination
  }

  package var kind: Kind
  /// The command that was being read; nil before one was found.
  package var command: String?
  /// One line, lower case, no full stop; texts from outside are quoted, cut and never secret.
  package var message: String
  /// One line.
  package var hint: String

  package init(_ kind: Kind, command: String? = nil, _ message: String, hint: String) {
    self.kind = kind
    self.command = command
    self.message = message
    self.hint = hint
  }

  package var description: String { message }
}

/// How text from the command line appears in a message.
enum Quoted {
  /// The text in double quotes on one line: control characters escaped, at most 60 scalars, and of an
  /// address neither user info nor query.
  static func text(_ text: String) -> String {
    var shown = ""
    for scalar in withoutCredentials(text).unicodeScalars.prefix(60) {
      switch scalar {
      case "\"", "\\": shown += "\\" + String(scalar)
      case "\n": shown += "\\n"
      case "\t": shown += "\\t"
      default: shown += isPrintable(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(shown)\(text.unicodeScalars.dropFirst(60).isEmpty ? "" : "…")\""
  }

  /// An option as spelled, on one line and of a sane length, without the value.
  static func option(_ spelled: String) -> String {
    let name = spelled.prefix { $0 != "=" }
    let isPlain = name.unicodeScalars.allSatisfy { isPrintable($0) && $0 != " " }
    return isPlain && name.utf8.count <= 40 ? String(name) : text(String(name))
  }

  private static func withoutCredentials(_ text: String) -> String {
    guard let mark = text.range(ofText: "://") else { return text }
    let head = text[..<mark.upperBound]
    var rest = text[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    if let at = rest[..<end].lastIndex(of: "@") { rest = "…" + rest[at...] }
    if let query = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<query] + "?…" }
    return String(head + rest)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension StringProtocol {
  /// The first place of a text, scalar by scalar; nil when it does not occur.
  func range(ofText wanted: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(wanted) {
        return start..<index(start, offsetBy: wanted.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
