/// The text of `--help`: usage, summary, commands or options by group, examples; at most 80 columns.
package enum HelpText {
  package static let width = 80

  /// The help of the tool, or of the command named; nil when there is no such command.
  package static func text(of tool: ToolDescription, command name: String?) -> String? {
    guard let name else { return text(of: tool) }
    return tool.commands.first { $0.name == name }.map { text(of: $0, in: tool) }
  }

  /// The help of the tool: its commands and common options.
  package static func text(of tool: ToolDescription) -> String {
    var page = Page()
    page.usage("\(tool.name) [OPTION]... COMMAND [OPTION]... [OPERAND]...")
    page.paragraph(tool.summary)
    for (title, commands) in grouped(tool.visibleCommands, by: \.category, default: "Commands") {
      page.entries(title, commands.map { ($0.name, $0.summary) })
    }
    page.entries(nil, [("help [COMMAND]", "Print the help of the tool or of a command.")])
    page.options(tool.options)
    page.examples(tool.examples)
    page.paragraph("\"\(tool.name) help COMMAND\" tells more; \"man \(tool.name)\" tells all.")
    return page.text
  }

  /// The help of one command.
  package static func text(of command: CommandDescription, in tool: ToolDescription) -> String {
    var page = Page()
    page.usage(command.usage(tool: tool.name))
    page.paragraph(command.summary)
    page.entries("Operands", command.operands.map { ($0.placeholder, $0.summary) })
    page.options(command.options)
    page.examples(command.examples)
    page.paragraph("\"man \(tool.name)-\(command.name)\" tells all.")
    return page.text
  }

  /// How an option is written: "-o, --output PATH", "    --[no-]continue".
  static func spelling(of option: OptionDescription) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let long = option.isNegatable ? "--[no-]\(option.name)" : "--\(option.name)"
    let value = option.value.map { " " + $0.placeholder } ?? ""
    return short + long + value
  }

  /// Items under their headings, both in the order of first appearance.
  static func grouped<Item>(
    _ items: [Item], by category: (Item) -> String?, default heading: String
  ) -> [(title: String, items: [Item])] {
    var groups: [(title: String, items: [Item])] = []
    for item in items {
      let title = category(item) ?? heading
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].items.append(item)
      } else {
        groups.append((title, [item]))
      }
    }
    return groups
  }
}

/// The page under construction.
private struct Page {
  /// Where the second column of a list begins.
  static let column = 28

  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func usage(_ text: String) {
    let wrapped = Wrapping.lines(Prose.plain(text), width: HelpText.width - 9)
    lines.append("Usage: " + wrapped[0])
    lines += wrapped.dropFirst().map { "         " + $0 }
  }

  mutating func paragraph(_ text: String) {
    lines.append("")
    lines += Wrapping.lines(Prose.plain(text), width: HelpText.width)
  }

  /// A list of two columns under a heading; without a heading the list before goes on.
  mutating func entries(_ title: String?, _ entries: [(String, String)]) {
    guard !entries.isEmpty else { return }
    if let title { lines += ["", "\(Prose.plain(title)):"] }
    for (name, summary) in entries { entry(name, summary) }
  }

  mutating func options(_ options: [OptionDescription]) {
    let visible = options.filter { !$0.isHidden }
    for (title, group) in HelpText.grouped(visible, by: \.category, default: "Options") {
      entries(title, group.map { (HelpText.spelling(of: $0), Prose.summary(of: $0)) })
    }
  }

  mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    lines += ["", "Examples:"]
    for example in examples {
      lines += example.command.split(separator: "\n").map { "  " + Prose.plain(String($0)) }
      lines += Wrapping.lines(Prose.plain(example.summary), width: HelpText.width - 6).map { "      " + $0 }
    }
  }

  private mutating func entry(_ name: String, _ summary: String) {
    let name = Prose.plain(name)
    let isNarrow = Wrapping.columns(name) <= HelpText.width - 2
    let names = (isNarrow ? [name] : Wrapping.lines(name, width: HelpText.width - 2)).map { "  " + $0 }
    var meaning = Wrapping.lines(Prose.plain(summary), width: HelpText.width - Self.column)[...]
    lines += names.dropLast()
    let last = names.last ?? ""
    if Wrapping.columns(last) + 2 <= Self.column {
      let gap = String(repeating: " ", count: Self.column - Wrapping.columns(last))
      lines.append(last + gap + (meaning.popFirst() ?? ""))
    } else {
      lines.append(last)
    }
    lines += meaning.map { String(repeating: " ", count: Self.column) + $0 }
  }
}
