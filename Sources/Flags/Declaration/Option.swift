/// One option of a command, tied to a place in its options value by a key path.
///
/// Made by the static functions in `Option+Forms.swift`; never acts, only validates and stores.
package struct Option<Root: Sendable>: Sendable {
  /// What the renderers and the parser's table see.
  package var described: OptionDescription

  /// Stores what was typed.
  let store: @Sendable (inout Root, Input) throws(ValueError) -> Void
  /// How the initial value would be typed; nil when there is nothing to show.
  let initialText: @Sendable (Root) -> String?
  /// Whether giving the option changes nothing, which is a mistake of the declaration.
  let isPointless: @Sendable (Root) -> Bool

  /// What was typed for the option.
  enum Input: Sendable, Hashable {
    /// The option without a value: `--strict`.
    case on
    /// Its negation: `--no-strict`.
    case off
    /// A value.
    case text(String)
  }

  /// The same option for a value that holds `Root` at a place: how options are shared by commands.
  package func within<Outer: Sendable>(
    _ place: Place<Outer, Root>
  ) -> Option<Outer> {
    Option<Outer>(
      described: described,
      store: { (outer, input) throws(ValueError) in
        try self.store(&outer[keyPath: place], Self.Input(input))
      },
      initialText: { self.initialText($0[keyPath: place]) },
      isPointless: { self.isPointless($0[keyPath: place]) })
  }
}

extension Option.Input {
  init<Other>(_ other: Option<Other>.Input) {
    switch other {
    case .on: self = .on
    case .off: self = .off
    case .text(let text): self = .text(text)
    }
  }

  /// The text of a value; empty for an option without one, which the scanner never lets happen.
  var text: String {
    if case .text(let text) = self { text } else { "" }
  }
}

/// Options under one heading of the help, of a command's own or shared with others.
package struct OptionGroup<Root: Sendable>: Sendable {
  package let title: String
  package let options: [Option<Root>]

  /// Options of this command alone.
  package init(_ title: String, _ options: [Option<Root>]) {
    self.title = title
    self.options = options.map { option in
      var option = option
      option.described.category = title
      return option
    }
  }

  /// Options shared with other commands, whose values are kept at `place`.
  package init<Inner: Sendable>(
    _ title: String, at place: Place<Root, Inner>, _ options: [Option<Inner>]
  ) {
    self.init(title, options.map { $0.within(place) })
  }
}
