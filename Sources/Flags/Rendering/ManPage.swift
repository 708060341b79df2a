/// Man pages in mdoc: one for the tool, one for each command that is not hidden.
package enum ManPage {
  /// All pages, by file name: "hlspack.1", "hlspack-build.1".
  package static func pages(of tool: ToolDescription) -> [(file: String, text: String)] {
    [(tool.name + ".1", text(of: tool))]
      + tool.visibleCommands.map { ("\(tool.name)-\($0.name).1", text(of: $0, in: tool)) }
  }

  /// The page of the tool: all commands, common options, environment, files, exit codes.
  package static func text(of tool: ToolDescription) -> String {
    var page = Mdoc()
    page.head(tool.name, tool.summary, tool)
    page.macro("Sh", .macro("SYNOPSIS"))
    page.macro("Nm")
    page.optionMark()
    page.macro("Ar", .text("COMMAND"))
    page.optionMark()
    page.macro("Op", .macro("Ar"), .text("OPERAND"), .macro("..."))
    page.macro("Nm")
    page.macro("Cm", .text("help"), .macro("Op"), .macro("Ar"), .text("COMMAND"))
    page.macro("Sh", .macro("DESCRIPTION"))
    page.paragraph(tool.summary)
    page.passages(tool.manual.details, first: false)
    page.macro("Sh", .macro("COMMANDS"))
    page.commands(of: tool)
    page.options(tool.options)
    let pages = tool.visibleCommands.map { PageReference("\(tool.name)-\($0.name)", 1) }
    page.tail(tool.manual, tool.examples, seeAlso: pages)
    return page.text
  }

  /// The page of one command.
  package static func text(of command: CommandDescription, in tool: ToolDescription) -> String {
    var page = Mdoc()
    page.head("\(tool.name)-\(command.name)", command.summary, tool)
    page.macro("Sh", .macro("SYNOPSIS"))
    page.macro("Nm", .literal(tool.name), .macro("Cm"), .literal(command.name))
    page.optionMark()
    for operand in command.operands { page.synopsis(operand) }
    page.macro("Sh", .macro("DESCRIPTION"))
    page.paragraph(command.summary)
    if !command.aliases.isEmpty {
      page.paragraph("Other names: " + command.aliases.map { "`\($0)`" }.joined(separator: ", ") + ".")
    }
    page.passages(command.manual.details, first: false)
    page.operands(command.operands)
    page.options(command.options)
    page.tail(command.manual, command.examples, seeAlso: [PageReference(tool.name, 1)])
    return page.text
  }
}

extension Mdoc {
  fileprivate mutating func head(_ name: String, _ summary: String, _ tool: ToolDescription) {
    macro("Dd", .macro(tool.date.mdocText))
    macro("Dt", .text(name.uppercased()), .macro("1"))
    macro("Os", .text(tool.name), .text(tool.version))
    macro("Sh", .macro("NAME"))
    macro("Nm", .literal(name))
    let plain = Prose.plain(summary)
    macro("Nd", .text(plain.hasSuffix(".") ? String(plain.dropLast()) : plain))
  }

  fileprivate mutating func optionMark() {
    macro("Op", .macro("Ar"), .text("OPTION"), .macro("..."))
  }

  fileprivate mutating func synopsis(_ operand: OperandDescription) {
    let word: [Word] = [.text(operand.placeholder)] + (operand.repeats ? [.macro("...")] : [])
    if operand.minimum == 0 {
      macro("Op", [.macro("Ar")] + word)
    } else {
      macro("Ar", word)
    }
  }

  fileprivate mutating func passages(_ passages: [Passage], first: Bool) {
    var needsBreak = !first
    for passage in passages {
      switch passage {
      case .paragraph(let text):
        if needsBreak { macro("Pp") }
        paragraph(text)
      case .literal(let text): literal(text)
      case .terms(let terms):
        list(terms.map { ([.macro("Sy"), .literal($0.name)], $0.meaning) })
      }
      // A display or a list breaks the paragraph before it, but not the one after.
      needsBreak = true
    }
  }

  private mutating func list(_ items: [(head: [Word], body: String)]) {
    guard !items.isEmpty else { return }
    macro("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
    for item in items {
      macro("It", item.head)
      paragraph(item.body)
    }
    macro("El")
  }

  fileprivate mutating func commands(of tool: ToolDescription) {
    let groups = HelpText.grouped(tool.visibleCommands, by: \.category, default: "Commands")
    for (title, commands) in groups {
      if groups.count > 1 { macro("Ss", .text(title)) }
      list(commands.map { ([.macro("Cm"), .literal($0.name)], $0.summary) })
    }
  }

  fileprivate mutating func operands(_ operands: [OperandDescription]) {
    guard !operands.isEmpty else { return }
    macro("Sh", .macro("OPERANDS"))
    list(operands.map { ([.macro("Ar"), .text($0.placeholder)], $0.summary) })
  }

  fileprivate mutating func options(_ options: [OptionDescription]) {
    macro("Sh", .macro("OPTIONS"))
    let visible = options.filter { !$0.isHidden }
    let groups = HelpText.grouped(visible, by: \.category, default: "Options")
    for (title, group) in groups {
      if groups.count > 1 { macro("Ss", .text(title)) }
      macro("Bl", .macro("-tag"), .macro("-width"), .macro("Ds"))
      for option in group {
        macro("It", spelling(of: option))
        paragraph(Prose.summary(of: option))
        passages(option.details, first: false)
      }
      macro("El")
    }
  }

  /// "-o PATH, --output PATH", all forms of an option but its other names.
  private func spelling(of option: OptionDescription) -> [Word] {
    let value: [Word] = option.value.map { [.macro("Ar"), .text($0.placeholder)] } ?? []
    var words: [Word] = []
    if let short = option.short { words += [.macro("Fl"), .literal(String(short))] + value + [.macro(",")] }
    words += [.macro("Fl"), .literal("-" + option.name)] + value
    if option.isNegatable { words += [.macro(","), .macro("Fl"), .literal("-no-" + option.name)] }
    return words
  }

  /// The sections after OPTIONS, in the order that mdoc wants.
  fileprivate mutating func tail(_ manual: Manual, _ examples: [Example], seeAlso pages: [PageReference]) {
    for section in manual.sections {
      macro("Sh", .text(section.title))
      passages(section.body, first: true)
    }
    if !manual.environment.isEmpty {
      macro("Sh", .macro("ENVIRONMENT"))
      list(manual.environment.map { ([.macro("Ev"), .literal($0.name)], $0.meaning) })
    }
    if !manual.files.isEmpty {
      macro("Sh", .macro("FILES"))
      list(manual.files.map { ([.macro("Pa"), .literal($0.name)], $0.meaning) })
    }
    if !manual.exitCodes.isEmpty {
      macro("Sh", .macro("EXIT"), .macro("STATUS"))
      list(manual.exitCodes.map { ([.literal(String($0.code))], $0.meaning) })
    }
    self.examples(examples)
    self.seeAlso(pages + manual.seeAlso)
  }

  private mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    macro("Sh", .macro("EXAMPLES"))
    for (index, example) in examples.enumerated() {
      if index > 0 { macro("Pp") }
      paragraph(example.summary)
      literal(example.command)
    }
  }

  private mutating func seeAlso(_ pages: [PageReference]) {
    guard !pages.isEmpty else { return }
    let sorted = Set(pages).sorted { ($0.section, $0.name) < ($1.section, $1.name) }
    macro("Sh", .macro("SEE"), .macro("ALSO"))
    for (index, page) in sorted.enumerated() {
      let comma: [Word] = index < sorted.count - 1 ? [.macro(",")] : []
      macro("Xr", [.literal(page.name), .macro(String(page.section))] + comma)
    }
  }
}
