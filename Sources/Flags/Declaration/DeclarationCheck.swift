/// Mistakes of a declaration, to be found by a test before any user runs the tool.
package enum DeclarationCheck {
  /// One line for each mistake, with the command and the option; empty when all is well.
  package static func findings<Context, Outcome>(in tool: Tool<Context, Outcome>) -> [String] {
    findings(in: tool.described) + tool.commands.flatMap(\.findings) + examples(of: tool)
  }

  /// What the description alone shows.
  package static func findings(in tool: ToolDescription) -> [String] {
    var check = Check()
    check.tool(tool)
    for command in tool.commands { check.command(command, in: tool) }
    return check.findings
  }

  /// Examples that the tool itself would refuse. A pipe or a redirection ends what is looked at.
  private static func examples<Context, Outcome>(of tool: Tool<Context, Outcome>) -> [String] {
    let all = tool.examples + tool.commands.flatMap { $0.described.examples }
    return all.flatMap { example -> [String] in
      guard let calls = ShellWords.calls(in: example.command) else {
        return ["example \"\(example.command)\" has an open quote"]
      }
      return calls.filter { $0.first == tool.name }.compactMap { words -> String? in
        do throws(UsageError) {
          _ = try tool.parse(Array(words.dropFirst()))
          return nil
        } catch {
          return "example \"\(example.command)\" is refused: \(error.message)"
        }
      }
    }
  }
}

/// The walk over a description.
private struct Check {
  var findings: [String] = []

  mutating func tool(_ tool: ToolDescription) {
    let place = tool.name
    name(tool.name, place)
    summary(tool.summary, place, limit: 60)
    unique(tool.commands.flatMap { [$0.name] + $0.aliases } + ["help"], "command", place)
    options(tool.options, place)
    manual(tool.manual, place)
    demand(!tool.visibleCommands.isEmpty, "\(place): has no command")
    demand((1...12).contains(tool.date.month) && (1...31).contains(tool.date.day), "\(place): has no date")
    width(HelpText.text(of: tool), place)
  }

  mutating func command(_ command: CommandDescription, in tool: ToolDescription) {
    let place = command.name
    for word in [command.name] + command.aliases { name(word, place) }
    summary(command.summary, place, limit: 60)
    options(command.options, place)
    operands(command.operands, place)
    manual(command.manual, place)
    common(command, tool)
    for example in command.examples {
      text(example.summary, "\(place): example")
      demand(example.summary.hasSuffix("."), "\(place): the summary of an example has no full stop")
      demand(
        example.command.hasPrefix(tool.name) || example.command.contains(tool.name + " "),
        "\(place): an example does not call \(tool.name)")
    }
    width(HelpText.text(of: command, in: tool), place)
    guard !command.isHidden else { return }
    demand(!command.examples.isEmpty, "\(place): has no example")
    demand(!command.manual.exitCodes.isEmpty, "\(place): has no exit codes")
  }

  private mutating func options(_ options: [OptionDescription], _ place: String) {
    unique(options.flatMap(\.spellings), "option", place)
    unique(options.compactMap { $0.short.map { String($0) } }, "letter", place)
    for option in options {
      let place = "\(place): --\(option.name)"
      for word in [option.name] + option.aliases { name(word, place) }
      if let short = option.short {
        demand(short.isASCII && (short.isLetter || short.isNumber), "\(place): the letter is none")
      }
      summary(option.summary, place, limit: 120)
      passages(option.details, place)
      if let value = option.value {
        demand(!value.placeholder.isEmpty, "\(place): has no placeholder")
        demand(!value.placeholder.contains(" "), "\(place): the placeholder has a blank")
      }
      if let category = option.category { text(category, place) }
    }
  }

  private mutating func operands(_ operands: [OperandDescription], _ place: String) {
    unique(operands.map(\.placeholder), "operand", place)
    for operand in operands { summary(operand.summary, "\(place): \(operand.placeholder)", limit: 120) }
    demand(!operands.dropLast().contains { $0.repeats }, "\(place): a repeated operand is not the last")
    let required = operands.drop { $0.minimum > 0 }
    demand(!required.contains { $0.minimum > 0 }, "\(place): a required operand follows an optional one")
  }

  /// A common option must have the same shape wherever a command has it.
  private mutating func common(_ command: CommandDescription, _ tool: ToolDescription) {
    for option in tool.options {
      guard let own = command.options.first(where: { $0.name == option.name }) else { continue }
      let isSame =
        own.short == option.short && own.aliases == option.aliases
        && own.isNegatable == option.isNegatable && (own.value == nil) == (option.value == nil)
      demand(isSame, "\(command.name): --\(option.name) differs from the common option")
    }
  }

  private mutating func manual(_ manual: Manual, _ place: String) {
    passages(manual.details, place)
    for section in manual.sections {
      demand(
        section.title == section.title.uppercased(), "\(place): section \(section.title) is not in capitals")
      passages(section.body, place)
    }
    for term in manual.environment + manual.files { text(term.meaning, "\(place): \(term.name)") }
    for status in manual.exitCodes { text(status.meaning, "\(place): exit code \(status.code)") }
    let codes = manual.exitCodes.map(\.code)
    demand(
      codes == codes.sorted() && Set(codes).count == codes.count, "\(place): exit codes are out of order")
    demand(codes.allSatisfy { (0...255).contains($0) }, "\(place): an exit code is over 255")
  }

  private mutating func passages(_ passages: [Passage], _ place: String) {
    for passage in passages {
      switch passage {
      case .paragraph(let paragraph): text(paragraph, place)
      case .literal(let lines):
        let isPlain = lines.unicodeScalars.allSatisfy { $0 == "\n" || !Prose.isControl($0) }
        demand(isPlain && !lines.isEmpty, "\(place): a literal passage is empty or has control characters")
      case .terms(let terms):
        for term in terms { text(term.meaning, "\(place): \(term.name)") }
      }
    }
  }

  private mutating func name(_ name: String, _ place: String) {
    let isPlain = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    demand(
      isPlain && name.utf8.count >= 2 && !name.hasPrefix("-") && !name.hasSuffix("-"),
      "\(place): \(name) is not a name of small letters, digits and hyphens")
  }

  private mutating func summary(_ summary: String, _ place: String, limit: Int) {
    text(summary, place)
    demand(summary.hasSuffix("."), "\(place): the summary has no full stop")
    let columns = Wrapping.columns(Prose.plain(summary))
    demand(columns <= limit, "\(place): the summary has \(columns) columns, more than \(limit)")
  }

  private mutating func text(_ text: String, _ place: String) {
    demand(!text.isEmpty, "\(place): a text is empty")
    demand(!text.unicodeScalars.contains(where: Prose.isControl), "\(place): a text has control characters")
    demand(
      text.split(separator: "`", omittingEmptySubsequences: false).count % 2 == 1,
      "\(place): a backtick is not closed")
  }

  private mutating func unique(_ names: [String], _ what: String, _ place: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      findings.append("\(place): \(what) \(name) is declared twice")
    }
  }

  private mutating func width(_ help: String, _ place: String) {
    let wide = help.split(separator: "\n").first { Wrapping.columns($0) > HelpText.width }
    if let wide { findings.append("\(place): a line of the help is over \(HelpText.width) columns: \(wide)") }
  }

  private mutating func demand(_ isTrue: Bool, _ finding: String) {
    if !isTrue { findings.append(finding) }
  }
}
