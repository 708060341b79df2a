/// Cuts a command line into options and operands, by the shape of the options alone.
///
/// `--a=b`, `--a b`, `-j8`, `-j 8`, joined short flags, `--` and `-` follow POSIX and GNU usage; names must
/// be written out.
struct ArgumentScanner {
  enum Token: Hashable {
    /// The option at `index` of the table, as `spelled`; `text` is nil for an option without a value.
    case option(index: Int, spelled: String, isNegated: Bool, text: String?)
    case operand(String)
  }

  let table: OptionTable
  /// The command being read, for errors.
  let command: String?
  /// Where help is found, for hints: "hlspack build --help".
  let helpCall: String

  private let arguments: [String]
  /// The next argument.
  private(set) var position = 0
  /// The short options still to come of a joined word.
  private var joined: Substring = ""
  private var onlyOperands = false

  init(_ arguments: [String], options: [OptionDescription], command: String?, helpCall: String) {
    self.arguments = arguments
    self.table = OptionTable(options)
    self.command = command
    self.helpCall = helpCall
  }

  /// What follows, or nil at the end.
  mutating func next() throws(UsageError) -> Token? {
    if !joined.isEmpty { return try shortOption() }
    guard position < arguments.count else { return nil }
    let word = arguments[position]
    position += 1
    if onlyOperands || word == "-" || !word.hasPrefix("-") { return .operand(word) }
    if word == "--" {
      onlyOperands = true
      return try next()
    }
    if word.hasPrefix("--") { return try longOption(word) }
    joined = word.dropFirst()
    return try shortOption()
  }

  private mutating func longOption(_ word: String) throws(UsageError) -> Token {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let given = parts.count > 1 ? String(parts[1]) : nil
    guard let entry = table.long[name] else { throw unknown("--" + name) }
    let spelled = "--" + name
    guard let value = table.options[entry.index].value, !entry.isNegated else {
      guard given == nil else {
        throw error(.unexpectedValue, "\(spelled) takes no value", hint: "write \(spelled) alone")
      }
      return .option(index: entry.index, spelled: spelled, isNegated: entry.isNegated, text: nil)
    }
    let text = if let given { given } else { try following(spelled, value) }
    return .option(index: entry.index, spelled: spelled, isNegated: false, text: text)
  }

  private mutating func shortOption() throws(UsageError) -> Token {
    let letter = joined.removeFirst()
    let spelled = "-\(letter)"
    guard let index = table.short[letter] else {
      joined = ""
      throw unknown(spelled)
    }
    guard let value = table.options[index].value else {
      guard !joined.hasPrefix("=") else {
        throw error(.unexpectedValue, "\(spelled) takes no value", hint: "write \(spelled) alone")
      }
      return .option(index: index, spelled: spelled, isNegated: false, text: nil)
    }
    let text = joined.isEmpty ? try following(spelled, value) : String(joined)
    joined = ""
    return .option(index: index, spelled: spelled, isNegated: false, text: text)
  }

  /// The next argument as the value of an option, unless it is an option itself: then a value was
  /// forgotten.
  private mutating func following(
    _ spelled: String, _ value: ValueDescription
  ) throws(UsageError) -> String {
    guard position < arguments.count else {
      throw error(
        .missingValue, "\(spelled) needs a value", hint: "write \(spelled) \(value.placeholder)")
    }
    let word = arguments[position]
    guard !table.isOption(word) else {
      let join = spelled.hasPrefix("--") ? "=" : ""
      throw error(
        .missingValue, "\(spelled) needs a value, but \(Quoted.option(word)) follows",
        hint: "write \(spelled) \(value.placeholder), or \(spelled)\(join)VALUE for one that starts with -")
    }
    position += 1
    return word
  }

  private func unknown(_ spelled: String) -> UsageError {
    let name = String(spelled.drop { $0 == "-" })
    let near = spelled.hasPrefix("--") ? Suggestion.nearest(to: name, among: table.visibleNames) : nil
    let hint = near.map { "did you mean --\($0)?" } ?? "\"\(helpCall)\" lists the options"
    return error(.unknownOption, "unknown option \(Quoted.option(spelled))", hint: hint)
  }

  private func error(_ kind: UsageError.Kind, _ message: String, hint: String) -> UsageError {
    UsageError(kind, command: command, message, hint: hint)
  }
}

/// Where the names of options lead.
struct OptionTable {
  let options: [OptionDescription]
  private(set) var long: [String: (index: Int, isNegated: Bool)] = [:]
  private(set) var short: [Character: Int] = [:]

  init(_ options: [OptionDescription]) {
    self.options = options
    for (index, option) in options.enumerated() {
      for name in [option.name] + option.aliases {
        long[name] = long[name] ?? (index, false)
        if option.isNegatable { long["no-" + name] = long["no-" + name] ?? (index, true) }
      }
      if let letter = option.short { short[letter] = short[letter] ?? index }
    }
  }

  /// The long names that may be suggested.
  var visibleNames: [String] { options.filter { !$0.isHidden }.flatMap(\.spellings) }

  /// Whether a word is one of the options, written exactly, with or without a value; or the mark `--`.
  func isOption(_ word: String) -> Bool {
    if word == "--" { return true }
    if word.hasPrefix("--") { return long[String(word.dropFirst(2).prefix { $0 != "=" })] != nil }
    guard word.hasPrefix("-"), word.count == 2, let letter = word.last else { return false }
    return short[letter] != nil && !letter.isNumber
  }
}
