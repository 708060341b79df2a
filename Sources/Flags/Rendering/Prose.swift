/// Running text of a declaration: words, and literal pieces between backticks.
enum Prose {
  struct Span: Hashable {
    var text: String
    var isLiteral: Bool
  }

  /// The pieces of a text. An odd backtick opens a piece that goes to the end.
  static func spans(_ text: String) -> [Span] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { Span(text: String($1), isLiteral: $0 % 2 == 1) }
      .filter { !$0.text.isEmpty }
  }

  /// The text without its marks, on one line and without control characters.
  static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where scalar != "`" {
      if scalar == "\n" || scalar == "\t" {
        result += " "
      } else {
        result.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  /// The summary of an option with all that its declaration adds: choices, limits, default, other names.
  static func summary(of option: OptionDescription) -> String {
    var notes: [String] = []
    if let value = option.value {
      let list = value.choices.joined(separator: "|")
      if !value.choices.isEmpty, list != value.placeholder {
        notes.append("one of " + value.choices.joined(separator: ", "))
      }
      if let limits = value.limits { notes.append(limits) }
      if option.repeats { notes.append("repeatable") }
    }
    if let initial = option.defaultText { notes.append("default: \(initial)") }
    notes += option.aliases.map { "also --\($0)" }
    return notes.isEmpty ? option.summary : "\(option.summary) (\(notes.joined(separator: "; ")))"
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
      || scalar.value == 0x2029
  }
}

/// Breaks text into lines of at most a number of columns; one scalar is one column.
enum Wrapping {
  /// The lines of a text; words longer than a line are broken. Never empty.
  static func lines(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      for piece in pieces(word, width) {
        if line.isEmpty {
          line = piece
        } else if columns(line) + 1 + columns(piece) <= width {
          line += " " + piece
        } else {
          lines.append(line)
          line = piece
        }
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  static func columns(_ text: some StringProtocol) -> Int { text.unicodeScalars.count }

  private static func pieces(_ word: Substring, _ width: Int) -> [String] {
    var rest = word.unicodeScalars[...]
    var pieces: [String] = []
    while rest.count > width {
      pieces.append(String(rest.prefix(width)))
      rest = rest.dropFirst(width)
    }
    return pieces + [String(rest)]
  }
}
