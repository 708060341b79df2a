/// A tool with commands, declared once: parser, help, man pages and completions all come from it.
package struct Tool<Context: Sendable, Outcome: Sendable>: Sendable {
  package let name: String
  package let version: String
  /// One sentence with its full stop, at most 60 columns.
  package let summary: String
  /// The date that the man pages carry.
  package let date: PageDate
  /// Options that may also stand before the command, and that the tool's page lists as common.
  package let common: [OptionDescription]
  package let commands: [BoundCommand<Context, Outcome>]
  package let examples: [Example]
  package let manual: Manual

  /// - Parameter common: the descriptions of options that (nearly) all commands share, such as `-q`; each
  ///   command still declares them itself, where their values go.
  package init(
    name: String, version: String, summary: String, date: PageDate, common: [OptionDescription] = [],
    commands: [BoundCommand<Context, Outcome>], examples: [Example] = [], manual: Manual = Manual()
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.date = date
    self.common = common
    self.commands = commands
    self.examples = examples
    self.manual = manual
  }

  /// The pure value that renderers read.
  package var described: ToolDescription {
    ToolDescription(
      name: name, version: version, summary: summary, date: date, options: common + [.help, .version],
      commands: commands.map(\.described), examples: examples, manual: manual)
  }
}

extension Array {
  /// What renderers see of these options.
  package func descriptions<Root>() -> [OptionDescription] where Element == Option<Root> {
    map(\.described)
  }
}
