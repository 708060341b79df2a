/// One command of a tool: its form, and what its pages say of it.
///
/// The options value is a plain struct whose initial state is `defaults`; options and operands say where in
/// it their values go. The form knows nothing of what the command does: `running(_:)` adds that.
package struct Command<Options: Sendable>: Sendable {
  package let name: String
  /// Other words for it, accepted but only told in the man page.
  package let aliases: [String]
  /// One sentence with its full stop, at most 60 columns.
  package let summary: String
  /// The heading it stands under in the tool's help; nil for "Commands".
  package let category: String?
  package let operands: [Operand<Options>]
  package let options: [Option<Options>]
  package let examples: [Example]
  package let manual: Manual
  /// Left out of help, man pages and completions, but accepted.
  package let isHidden: Bool
  package let defaults: Options
  /// Refuses combinations that no single option can see; reads the values only.
  let check: @Sendable (Options) throws(ValueError) -> Void

  package init(
    name: String, aliases: [String] = [], summary: String, category: String? = nil, defaults: Options,
    operands: [Operand<Options>] = [], options: [Option<Options>] = [],
    groups: [OptionGroup<Options>] = [], examples: [Example] = [], manual: Manual = Manual(),
    hidden: Bool = false, check: @escaping @Sendable (Options) throws(ValueError) -> Void = { _ in }
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.category = category
    self.defaults = defaults
    self.operands = operands
    self.options = options + groups.flatMap(\.options)
    self.examples = examples
    self.manual = manual
    self.isHidden = hidden
    self.check = check
  }

  /// The pure value that renderers read.
  package var described: CommandDescription {
    CommandDescription(
      name: name, aliases: aliases, summary: summary, category: category,
      operands: operands.map(\.described), options: optionDescriptions + [.help], examples: examples,
      manual: manual, isHidden: isHidden)
  }

  /// The command with its deed, ready to stand in a tool.
  package func running<Context: Sendable, Outcome: Sendable>(
    _ run: @escaping @Sendable (Options, Context) async -> Outcome
  ) -> BoundCommand<Context, Outcome> {
    BoundCommand(self, run: run)
  }

  var optionDescriptions: [OptionDescription] {
    options.map { option in
      var described = option.described
      described.defaultText = described.defaultText ?? option.initialText(defaults)
      return described
    }
  }
}

/// A command whose options type is no longer visible: what a tool holds.
package struct BoundCommand<Context: Sendable, Outcome: Sendable>: Sendable {
  package let described: CommandDescription
  /// Mistakes of the declaration that only the typed form can see.
  let findings: [String]
  let parse: @Sendable ([String], ToolDescription) throws(UsageError) -> Invocation<Context, Outcome>

  init<Options>(
    _ command: Command<Options>, run: @escaping @Sendable (Options, Context) async -> Outcome
  ) {
    let described = command.described
    self.described = described
    findings = command.options.filter { $0.isPointless(command.defaults) }
      .map { "\(command.name): --\($0.described.name) sets what is already set" }
    parse = { (arguments, tool) throws(UsageError) in
      switch try command.parse(arguments, tool: tool.name) {
      case .help: .help(HelpText.text(of: described, in: tool))
      case .version: .version(tool.versionText)
      case .options(let options): .run(command: described.name) { await run(options, $0) }
      }
    }
  }
}
