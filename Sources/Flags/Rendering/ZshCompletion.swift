/// Completion for zsh: a file `_TOOL` for a folder of `fpath`.
///
/// A specification of `_arguments` is quoted thrice: for its own grammar (`[`, `]`, `:` and the backslash),
/// for the evaluation of word lists, and for the shell.
package enum ZshCompletion {
  package static func text(of tool: ToolDescription) -> String {
    let function = CompletionFacts.functionName(tool.name)
    var lines = [
      "#compdef \(tool.name)", "# Made from the declaration of \(Prose.plain(tool.name)).", "",
      "\(function)_commands() {", "  local -a commands=(",
    ]
    for command in tool.visibleCommands {
      lines.append("    " + shell(described(command.name) + ":" + Prose.plain(command.summary)))
    }
    lines += [
      "    'help:Print the help of the tool or of a command.'", "  )",
      "  _describe -t commands command commands",
      "}", "", "\(function)() {", "  local curcontext=\"$curcontext\" state state_descr line ret=1",
      "  typeset -A opt_args",
    ]
    let ends = ["1:command:->command", "*::argument:->argument"]
    lines += call(tool.options, ends, flags: "-C -s -S").map { "  " + $0 }
    lines += ["  case $state in", "    command) \(function)_commands && ret=0 ;;", "    argument)"]
    lines += ["      curcontext=\"${curcontext%:*:*}:\(tool.name)-$words[1]:\"", "      case $words[1] in"]
    lines.append("        help) _arguments '1:command:\(function)_commands' && ret=0 ;;")
    for command in tool.commands {
      let names = ([command.name] + command.aliases).map(shell).joined(separator: " | ")
      lines.append("        \(names))")
      lines += call(command.options, operands(of: command), flags: "-s -S").map { "          " + $0 }
      lines.append("          ;;")
    }
    lines += ["      esac", "      ;;", "  esac", "  return ret", "}", ""]
    lines += ["if [[ $funcstack[1] == \(function) ]]; then", "  \(function) \"$@\"", "else"]
    lines += ["  compdef \(function) \(shell(tool.name))", "fi"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func call(
    _ options: [OptionDescription], _ ends: [String], flags: String
  ) -> [String] {
    let all = options.filter { !$0.isHidden }.flatMap { specifications(of: $0) } + ends
    return ["_arguments \(flags) : \\"] + all.map { "  \(shell($0)) \\" } + ["  && ret=0"]
  }

  /// One specification for each spelling; those that say the same exclude each other.
  private static func specifications(of option: OptionDescription) -> [String] {
    let spellings = CompletionFacts.spellings(of: option)
    let lead = option.repeats ? "*" : spellings.count > 1 ? "(\(spellings.joined(separator: " ")))" : ""
    return spellings.map { spelling in
      let summary = "[" + explanation(CompletionFacts.summary(of: option, as: spelling)) + "]"
      guard let value = option.value else { return lead + spelling + summary }
      let join = spelling.hasPrefix("--") ? "=" : "+"
      return lead + spelling + join + summary + ":" + message(value.placeholder) + ":"
        + action(value.completion)
    }
  }

  private static func operands(of command: CommandDescription) -> [String] {
    command.operands.enumerated().map { index, operand in
      let place = operand.repeats ? "*:" : operand.minimum == 0 ? "\(index + 1)::" : "\(index + 1):"
      return place + message(operand.placeholder) + ":" + action(operand.completion)
    }
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .url: "_urls"
    case .file: "_files"
    case .folder: "_files -/"
    case .words(let words):
      "(" + words.map { escaped(CompletionFacts.posixQuoted($0), [":"]) }.joined(separator: " ") + ")"
    }
  }

  /// The text between the brackets of an option.
  private static func explanation(_ text: String) -> String { escaped(text, ["\\", "[", "]", ":"]) }

  /// What is asked for; a percent sign would start a format.
  private static func message(_ text: String) -> String {
    escaped(Prose.plain(text), [":"]).split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%%")
  }

  /// A word of `_describe`, before the colon.
  private static func described(_ word: String) -> String { escaped(word, ["\\", ":"]) }

  private static func escaped(_ text: String, _ marks: Set<Character>) -> String {
    text.reduce(into: "") { result, character in
      if marks.contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func shell(_ text: String) -> String { CompletionFacts.posixQuoted(text) }
}
