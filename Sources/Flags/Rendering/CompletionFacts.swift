/// What the three completion renderers ask of a description; their quoting is each one's own.
enum CompletionFacts {
  /// Every way to write an option, with its dashes: the short one first.
  static func spellings(of option: OptionDescription) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + option.spellings.map { "--\($0)" }
  }

  /// What an option does when written in one of its ways; a negation does the opposite.
  static func summary(of option: OptionDescription, as spelling: String) -> String {
    let names = [option.name] + option.aliases
    guard option.isNegatable, !names.contains(where: { spelling == "--\($0)" }), spelling.hasPrefix("--")
    else {
      return Prose.plain(option.summary)
    }
    return "The opposite of --\(option.name)."
  }

  /// The spellings after which a value stands, of options that are hidden too.
  static func valueSpellings(of options: [OptionDescription]) -> [String] {
    options.filter { $0.value != nil }.flatMap { spellings(of: $0) }
  }

  /// What may stand where operands do: files before folders before words when they differ.
  static func operands(of command: CommandDescription) -> Completion {
    let kinds = command.operands.map(\.completion)
    if kinds.contains(.file) { return .file }
    if kinds.contains(.folder) { return .folder }
    let words = kinds.flatMap { kind -> [String] in
      if case .words(let words) = kind { words } else { [] }
    }
    return words.isEmpty ? .none : .words(words)
  }

  /// A name for a shell function: letters, digits and underscores.
  static func functionName(_ tool: String) -> String {
    "_" + String(tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// A text in single quotes as POSIX shells read it.
  static func posixQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
