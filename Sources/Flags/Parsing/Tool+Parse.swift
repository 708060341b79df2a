/// What a command line asks for.
package enum Invocation<Context: Sendable, Outcome: Sendable>: Sendable {
  /// Print this help, of the tool or of a command; it ends in a line end.
  case help(String)
  /// Print this line, "hlspack 1.0", which ends in a line end.
  case version(String)
  /// Do what the command does; its options are inside the closure.
  case run(command: String, @Sendable (Context) async -> Outcome)
}

extension Tool {
  /// Reads a command line without the program's own name.
  ///
  /// Common options may stand before the command; they are read as if they stood after it.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation<Context, Outcome> {
    var scanner = ArgumentScanner(
      arguments, options: common + [.help, .version], command: nil, helpCall: "\(name) --help")
    while let token = try scanner.next() {
      switch token {
      case .option(let index, _, _, _) where index >= common.count:
        return index == common.count ? .help(HelpText.text(of: described)) : .version(versionText)
      case .option: continue
      case .operand(let word):
        let leading = arguments[..<(scanner.position - 1)].filter { $0 != "--" }
        return try parse(command: word, leading + arguments[scanner.position...])
      }
    }
    throw UsageError(.noCommand, "no command given", hint: "\"\(name) --help\" lists the commands")
  }

  private func parse(
    command word: String, _ arguments: [String]
  ) throws(UsageError) -> Invocation<Context, Outcome> {
    if let command = command(word) { return try command.parse(arguments, described) }
    guard word == "help" else { throw unknownCommand(word) }
    guard arguments.count <= 1 else {
      throw UsageError(
        .unexpectedOperand, command: "help", "help takes one command", hint: "usage: \(name) help [COMMAND]")
    }
    guard let topic = arguments.first, !["help", "-h", "--help"].contains(topic) else {
      return .help(HelpText.text(of: described))
    }
    guard let command = command(topic) else { throw unknownCommand(topic) }
    return .help(HelpText.text(of: command.described, in: described))
  }

  private var versionText: String { described.versionText }

  private func command(_ word: String) -> BoundCommand<Context, Outcome>? {
    commands.first { $0.described.name == word || $0.described.aliases.contains(word) }
  }

  private func unknownCommand(_ word: String) -> UsageError {
    let names = commands.map(\.described).filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    return UsageError(
      .unknownCommand, "unknown command \(Quoted.text(word))",
      hint: Suggestion.hint(for: word, among: names + ["help"]) ?? "\"\(name) --help\" lists the commands")
  }
}
