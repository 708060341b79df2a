/// Everything that renderers know of a tool: a pure value, without key paths or closures.
package struct ToolDescription: Sendable, Hashable {
  package var name: String
  package var version: String
  package var summary: String
  package var date: PageDate
  /// Options that may stand before the command: the common ones, `--help` and `--version`.
  package var options: [OptionDescription]
  package var commands: [CommandDescription]
  package var examples: [Example]
  package var manual: Manual

  /// What `--version` prints: one line with its end.
  package var versionText: String { "\(name) \(version)\n" }

  package var visibleCommands: [CommandDescription] { commands.filter { !$0.isHidden } }
}

package struct CommandDescription: Sendable, Hashable {
  package var name: String
  package var aliases: [String]
  package var summary: String
  package var category: String?
  package var operands: [OperandDescription]
  /// The command's options and `--help`.
  package var options: [OptionDescription]
  package var examples: [Example]
  package var manual: Manual
  package var isHidden: Bool

  package var visibleOptions: [OptionDescription] { options.filter { !$0.isHidden } }

  /// How the command is called: "hlspack build [OPTION]... URL|FILE".
  package func usage(tool: String) -> String {
    (["\(tool) \(name)", "[OPTION]..."] + operands.map(\.usage)).joined(separator: " ")
  }
}

package struct OptionDescription: Sendable, Hashable {
  /// The long name without its dashes.
  package var name: String
  package var short: Character?
  /// Other long names, without their dashes.
  package var aliases: [String] = []
  /// nil for an option that takes no value.
  package var value: ValueDescription?
  /// `--no-NAME` exists.
  package var isNegatable = false
  /// Giving it again adds, rather than replaces.
  package var repeats = false
  /// What holds when the option is not given; nil when there is nothing to say.
  package var defaultText: String?
  package var summary: String
  /// More for the man page.
  package var details: [Passage] = []
  /// The heading of its group; nil for "Options".
  package var category: String?
  package var isHidden = false
  /// The value never appears in a message.
  package var isSecret = false

  /// Every long spelling without dashes, negations included, the name first.
  package var spellings: [String] {
    let names = [name] + aliases
    return isNegatable ? names + names.map { "no-\($0)" } : names
  }

  package static let help = OptionDescription(
    name: "help", short: "h", summary: "Print this help.", category: "Help")
  package static let version = OptionDescription(
    name: "version", short: "V", summary: "Print the version.", category: "Help")
}

package struct ValueDescription: Sendable, Hashable {
  package var placeholder: String
  /// The only words accepted; empty when the list is open.
  package var choices: [String]
  package var completion: Completion
  /// "1 to 64"; nil when there are no limits.
  package var limits: String?

  package init(placeholder: String, choices: [String] = [], completion: Completion = .none) {
    self.placeholder = placeholder
    self.choices = choices
    self.completion = completion
  }

  init<Value: FlagValue>(of type: Value.Type, placeholder: String?, completion: Completion?) {
    self.placeholder = placeholder ?? Value.placeholder
    self.choices = Value.choices
    self.completion = completion ?? Value.completion
  }
}

package struct OperandDescription: Sendable, Hashable {
  package var placeholder: String
  package var summary: String
  /// How many words at least: 0 for an optional operand.
  package var minimum: Int
  package var repeats: Bool
  package var choices: [String]
  package var completion: Completion

  /// "BUNDLE", "[DIR]", "PATH...", "[PATH]...".
  package var usage: String {
    (minimum == 0 ? "[\(placeholder)]" : placeholder) + (repeats ? "..." : "")
  }
}
