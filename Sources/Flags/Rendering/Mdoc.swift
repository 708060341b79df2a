/// Lines of mdoc, each quoted so that both mandoc and groff take text for text.
struct Mdoc {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A piece of a macro line.
  enum Word {
    /// A macro or punctuation of ours, written as it is.
    case macro(String)
    /// Text from the declaration: one argument, never a macro.
    case text(String)
    /// Text that is typed: its hyphens are minus signs.
    case literal(String)
  }

  mutating func macro(_ name: String, _ words: Word...) {
    self.macro(name, words)
  }

  mutating func macro(_ name: String, _ words: [Word]) {
    let rest = words.map { word in
      switch word {
      case .macro(let text): text
      case .text(let text): Self.argument(text, isLiteral: false)
      case .literal(let text): Self.argument(text, isLiteral: true)
      }
    }
    lines.append(([".\(name)"] + rest).joined(separator: " "))
  }

  /// A paragraph: one input line for each sentence, wrapped, its literal pieces bold.
  mutating func paragraph(_ text: String) {
    var line = ""
    for word in Self.words(of: text) {
      if !line.isEmpty, line.utf8.count + 1 + word.text.utf8.count > 76 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? Self.protectedStart(word.text) : " " + word.text
      if word.endsSentence {
        lines.append(line)
        line = ""
      }
    }
    if !line.isEmpty { lines.append(line) }
  }

  /// Lines kept as they are, in a typewriter's face.
  mutating func literal(_ text: String) {
    lines.append(".Bd -literal -offset indent")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(Self.protectedStart(Self.escaped(Substring(line.trimmedEnd), isLiteral: true)))
    }
    lines.append(".Ed")
  }

  private struct Piece {
    var text: String
    var endsSentence: Bool
  }

  /// The words of a text, escaped, with the changes of face inside them.
  private static func words(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var word = ""
    var plain = ""
    func end() {
      guard !plain.isEmpty else { return }
      let mark = plain.last { !")\"'”’".contains($0) }
      let isEnd = mark.map { ".!?".contains($0) } ?? false
      pieces.append(Piece(text: word, endsSentence: isEnd && plain.count > 1))
      word = ""
      plain = ""
    }
    for span in Prose.spans(text) {
      let parts = span.text.split(omittingEmptySubsequences: false) { " \n\t".contains($0) }
      for (index, part) in parts.enumerated() {
        if index > 0 { end() }
        guard !part.isEmpty else { continue }
        let escaped = escaped(part, isLiteral: span.isLiteral)
        word += span.isLiteral ? "\\fB\(escaped)\\fR" : escaped
        plain += span.isLiteral ? "x" : String(part)
      }
    }
    end()
    return pieces
  }

  /// One argument of a macro line. The zero-width `\&` keeps it from being read as a macro's name or as
  /// punctuation of mdoc.
  private static func argument(_ text: String, isLiteral: Bool) -> String {
    let escaped = escaped(Substring(text), isLiteral: isLiteral)
    let isPunctuation = escaped.utf8.allSatisfy { !isAlphanumeric($0) } && !escaped.hasPrefix("\\")
    let needsGuard = escaped.isEmpty || isPunctuation || isMacroShaped(escaped)
    let safe = needsGuard ? "\\&" + escaped : escaped
    return safe.contains(" ") ? "\"\(safe)\"" : safe
  }

  /// Escapes what roff would interpret anywhere in a line.
  private static func escaped(_ text: Substring, isLiteral: Bool) -> String {
    var result = ""
    var previous: Unicode.Scalar?
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar {
      case "\\": result += "\\e"
      case "\"": result += "\\(dq"
      case "'": result += isLiteral ? "\\(aq" : "'"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "-":
        // A hyphen between letters may be broken and typeset as one; a dash of an option may not.
        let isWithin = previous.map(isLetter) == true && next.map(isLetter) == true
        result += isLiteral || !isWithin ? "\\-" : "-"
      case _ where Prose.isControl(scalar): result += scalar == "\t" || scalar == "\n" ? " " : "\\[uFFFD]"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
      previous = scalar
    }
    return result
  }

  /// A line that starts with a control character of roff must not be taken for a request.
  private static func protectedStart(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") || line.hasPrefix("\\fB.") ? "\\&" + line : line
  }

  /// Two or three letters like `Nm` and `Brq`, or `%A`: the names that mdoc calls inside a line.
  private static func isMacroShaped(_ text: String) -> Bool {
    guard (2...3).contains(text.utf8.count), let first = text.first else { return false }
    return first == "%" || first.isUppercase && text.dropFirst().contains { $0.isLowercase }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

extension Substring {
  /// Without the blanks at its end.
  fileprivate var trimmedEnd: Substring {
    var rest = self
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest.removeLast() }
    return rest
  }
}
