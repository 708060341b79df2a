/// Completion for fish: a file `TOOL.fish` for its folder of completions.
///
/// Word lists are evaluated by fish, so each word is quoted once for that and the list once more.
package enum FishCompletion {
  package static func text(of tool: ToolDescription) -> String {
    let function = "_" + CompletionFacts.functionName(tool.name)
    let name = quoted(tool.name)
    var lines = ["# fish completion for \(Prose.plain(tool.name)), made from its declaration.", ""]
    lines += helpers(function, tool)
    lines += ["", "complete -c \(name) -f"]
    let start = condition("not \(function)_command >/dev/null")
    for command in tool.visibleCommands {
      lines.append("complete -c \(name) \(start) -a \(words([command.name])) \(summary(command.summary))")
    }
    lines.append(
      "complete -c \(name) \(start) -a help \(summary("Print the help of the tool or of a command."))")
    lines += tool.options.flatMap { option in
      arguments(of: option).map { "complete -c \(name) \(start) \($0)" }
    }
    let names = words(tool.visibleCommands.map(\.name))
    lines.append("complete -c \(name) \(condition("\(function)_is help")) -a \(names)")
    for command in tool.commands {
      let all = [command.name] + command.aliases
      let within = condition("\(function)_is " + all.map(quoted).joined(separator: " "))
      let offered = command.visibleOptions.flatMap { arguments(of: $0) } + operands(of: command)
      lines += [""] + offered.map { "complete -c \(name) \(within) \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A function that prints the command of the line, stepping over options and their values, and one that
  /// asks whether it is one of some names.
  private static func helpers(_ function: String, _ tool: ToolDescription) -> [String] {
    let withValue = CompletionFacts.valueSpellings(of: tool.options).map(quoted).joined(separator: " ")
    let skipping = withValue.isEmpty ? [] : ["      case \(withValue)", "        set skip 1"]
    return [
      "function \(function)_command", "  set -l tokens (commandline -opc)", "  set -l skip 0",
      "  for token in $tokens[2..-1]", "    if test $skip = 1", "      set skip 0", "      continue",
      "    end",
      "    switch $token",
    ] + skipping + [
      "      case '-*'", "      case '*'", "        printf '%s\\n' $token", "        return 0", "    end",
      "  end",
      "  return 1", "end", "", "function \(function)_is",
      "  set -l command (\(function)_command)", "  and contains -- $command $argv", "end",
    ]
  }

  /// The arguments of `complete` for an option: the name first, then a line for each other spelling.
  private static func arguments(of option: OptionDescription) -> [String] {
    guard !option.isHidden else { return [] }
    let value = option.value.map { " " + takes($0.completion) } ?? ""
    let short = option.short.map { "-s \(quoted(String($0))) " } ?? ""
    return option.spellings.enumerated().map { index, spelling in
      let told = summary(CompletionFacts.summary(of: option, as: "--" + spelling))
      return "\(index == 0 ? short : "")-l \(quoted(spelling))\(value) \(told)"
    }
  }

  private static func takes(_ completion: Completion) -> String {
    switch completion {
    case .none, .url: "-x"
    case .file: "-r -F"
    case .folder: "-x -a '(__fish_complete_directories)'"
    case .words(let list): "-x -a \(words(list))"
    }
  }

  private static func operands(of command: CommandDescription) -> [String] {
    switch CompletionFacts.operands(of: command) {
    case .none, .url: []
    case .file: ["-F"]
    case .folder: ["-a '(__fish_complete_directories)'"]
    case .words(let list): ["-a \(words(list))"]
    }
  }

  private static func condition(_ text: String) -> String { "-n \(quoted(text))" }

  private static func summary(_ text: String) -> String { "-d \(quoted(Prose.plain(text)))" }

  private static func words(_ list: [String]) -> String { quoted(list.map(quoted).joined(separator: " ")) }

  /// A text in single quotes: fish knows the backslash there, before `'` and itself.
  private static func quoted(_ text: String) -> String {
    "'"
      + text.reduce(into: "") { result, character in
        if character == "'" || character == "\\" { result.append("\\") }
        result.append(character)
      } + "'"
  }
}
