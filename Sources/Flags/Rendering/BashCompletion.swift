/// Completion for bash 4.4 and later, without the bash-completion package.
///
/// Words are compared by the script itself: `compgen -W` would expand them.
package enum BashCompletion {
  package static func text(of tool: ToolDescription) -> String {
    let function = CompletionFacts.functionName(tool.name)
    let commands = tool.visibleCommands
    var lines = [
      "# bash completion for \(Prose.plain(tool.name)), made from its declaration.", "\(function)() {",
    ]
    lines += opening.map { "  " + $0 }
    lines += search(tool).map { "  " + $0 }
    lines += ["  case $command in", "    '')"]
    lines += body(tool.options, .words(commands.map(\.name) + ["help"]))
    lines += [
      "      ;;", "    help)", "      words=(\(list(commands.map(\.name))))", "      kind=words", "      ;;",
    ]
    for command in tool.commands {
      let names = [command.name] + command.aliases
      lines.append("    \(names.map(quoted).joined(separator: " | ")))")
      lines += body(command.visibleOptions, CompletionFacts.operands(of: command))
      lines.append("      ;;")
    }
    lines.append("  esac")
    lines += closing.map { "  " + $0 }
    lines += ["}", "complete -F \(function) \(quoted(tool.name))"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Finds the word under the cursor and the option before it; `=` is a word of its own or not, as
  /// COMP_WORDBREAKS says.
  private static let opening = [
    #"local cur=${COMP_WORDS[COMP_CWORD]} prev='' head='' command='' kind='' skip='' operands='' word i"#,
    #"local -a options=() words=()"#,
    #"((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD - 1]}"#,
    #"if [[ $cur == '=' ]]; then"#,
    #"  cur=''"#,
    #"elif [[ $prev == '=' ]] && ((COMP_CWORD > 1)); then"#,
    #"  prev=${COMP_WORDS[COMP_CWORD - 2]}"#,
    #"elif [[ $cur == --*=* ]]; then"#,
    #"  prev=${cur%%=*} head=${cur%%=*}= cur=${cur#*=}"#,
    #"fi"#,
  ]

  /// Finds the command, stepping over options and their values.
  private static func search(_ tool: ToolDescription) -> [String] {
    let withValue = CompletionFacts.valueSpellings(of: tool.options).map(quoted).joined(separator: " | ")
    return [
      #"for ((i = 1; i < COMP_CWORD; i++)); do"#,
      #"  word=${COMP_WORDS[i]}"#,
      #"  if [[ $word == -- ]]; then"#,
      #"    operands=1"#,
      #"    continue"#,
      #"  fi"#,
      #"  [[ -n $command ]] && continue"#,
      #"  if [[ -n $skip ]]; then"#,
      #"    [[ $word == '=' ]] || skip=''"#,
      #"    continue"#,
      #"  fi"#,
      #"  case $word in"#,
    ]
      + (withValue.isEmpty ? [] : ["    \(withValue)) skip=1 ;;"]) + [
        #"    '=') skip=1 ;;"#,
        #"    -*) ;;"#,
        #"    *) command=$word ;;"#,
        #"  esac"#,
        #"done"#,
      ]
  }

  /// Options of a command, and what stands after each that takes a value.
  private static func body(_ options: [OptionDescription], _ operands: Completion) -> [String] {
    let visible = options.filter { !$0.isHidden }
    var lines = ["      options=(\(list(visible.flatMap { CompletionFacts.spellings(of: $0) })))"]
    lines += setting(operands).map { "      " + $0 }
    let withValue = visible.filter { $0.value != nil }
    guard !withValue.isEmpty else { return lines }
    lines.append("      [[ -n $operands ]] || case $prev in")
    for option in withValue {
      let pattern = CompletionFacts.spellings(of: option).map(quoted).joined(separator: " | ")
      let kind = setting(option.value?.completion ?? .none) + ["options=()"]
      lines.append("        \(pattern)) \(kind.joined(separator: "; ")) ;;")
    }
    return lines + ["      esac"]
  }

  private static func setting(_ completion: Completion) -> [String] {
    switch completion {
    case .none, .url: ["kind=none"]
    case .file: ["kind=file"]
    case .folder: ["kind=folder"]
    case .words(let words): ["kind=words", "words=(\(list(words)))"]
    }
  }

  private static let closing = [
    #"if [[ -z $operands && $cur == -* && -z $head ]] && ((${#options[@]} > 0)); then"#,
    #"  kind=words words=("${options[@]}")"#,
    #"fi"#,
    #"COMPREPLY=()"#,
    #"case $kind in"#,
    #"  file | folder)"#,
    #"    compopt -o filenames 2>/dev/null"#,
    #"    local action=-f"#,
    #"    [[ $kind == folder ]] && action=-d"#,
    #"    while IFS= read -r word; do COMPREPLY+=("$head$word"); done < <(compgen "$action" -- "$cur")"#,
    #"    ;;"#,
    #"  words)"#,
    #"    for word in "${words[@]}"; do"#,
    #"      [[ $word == "$cur"* ]] || continue"#,
    #"      printf -v word '%q' "$word""#,
    #"      COMPREPLY+=("$head$word")"#,
    #"    done"#,
    #"    ;;"#,
    #"esac"#,
  ]

  private static func list(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ text: String) -> String { CompletionFacts.posixQuoted(text) }
}
