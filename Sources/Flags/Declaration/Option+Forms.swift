extension Option {
  /// An option with a value; given twice, the last one counts.
  ///
  /// - Parameters:
  ///   - placeholder: what stands for the value in help; nil for that of its type.
  ///   - initial: what help says of the default; nil for the initial value itself.
  ///   - completion: what a shell offers; nil for that of the type.
  ///   - secret: the value never appears in a message.
  package static func value<Value: FlagValue>(
    _ name: String, short: Character? = nil, aliases: [String] = [], placeholder: String? = nil,
    default initial: String? = nil, completion: Completion? = nil,
    _ place: Place<Root, Value>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false, secret: Bool = false
  ) -> Self {
    let value = ValueDescription(of: Value.self, placeholder: placeholder, completion: completion)
    return Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, value: value, defaultText: initial, summary: summary,
        details: details, isHidden: hidden, isSecret: secret),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place] = try Value(flagText: input.text)
      },
      initialText: { $0[keyPath: place].flagText },
      isPointless: { _ in false })
  }

  /// An option whose value lies within limits, both included.
  package static func value<Value: FlagValue & Comparable>(
    _ name: String, short: Character? = nil, aliases: [String] = [], placeholder: String? = nil,
    default initial: String? = nil, in limits: ClosedRange<Value>,
    _ place: Place<Root, Value>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false
  ) -> Self {
    let option = value(
      name, short: short, aliases: aliases, placeholder: placeholder, default: initial, place, summary,
      details: details, hidden: hidden)
    return option.limited(to: limits)
  }

  /// An option whose value lies within limits, both included, and may be left out.
  package static func value<Value: FlagValue & Comparable>(
    _ name: String, short: Character? = nil, aliases: [String] = [], placeholder: String? = nil,
    default initial: String? = nil, in limits: ClosedRange<Value>,
    _ place: Place<Root, Value?>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false
  ) -> Self {
    let option = value(
      name, short: short, aliases: aliases, placeholder: placeholder, default: initial, place, summary,
      details: details, hidden: hidden)
    return option.limited(to: limits)
  }

  /// An option that may be given many times; the values are kept in the order typed.
  package static func repeated<Value: FlagValue>(
    _ name: String, short: Character? = nil, aliases: [String] = [], placeholder: String? = nil,
    default initial: String? = nil, completion: Completion? = nil,
    _ place: Place<Root, [Value]>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false, secret: Bool = false
  ) -> Self {
    let value = ValueDescription(of: Value.self, placeholder: placeholder, completion: completion)
    return Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, value: value, repeats: true, defaultText: initial,
        summary: summary, details: details, isHidden: hidden, isSecret: secret),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place].append(try Value(flagText: input.text))
      },
      initialText: { _ in nil },
      isPointless: { _ in false })
  }

  /// An option without a value that stores `setting`; negatable, `--no-NAME` stores the opposite.
  package static func flag(
    _ name: String, short: Character? = nil, aliases: [String] = [], sets setting: Bool = true,
    negatable: Bool = false, _ place: Place<Root, Bool>, _ summary: String,
    details: [Passage] = [], hidden: Bool = false
  ) -> Self {
    Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, isNegatable: negatable, summary: summary,
        details: details, isHidden: hidden),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place] = (input == .off) != setting
      },
      initialText: { negatable && $0[keyPath: place] == setting ? "on" : nil },
      isPointless: { !negatable && $0[keyPath: place] == setting })
  }

  /// A flag with three states, `--NAME`, `--no-NAME` and nothing said (nil).
  package static func preference(
    _ name: String, short: Character? = nil, aliases: [String] = [], default initial: String? = nil,
    _ place: Place<Root, Bool?>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false
  ) -> Self {
    Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, isNegatable: true, defaultText: initial,
        summary: summary, details: details, isHidden: hidden),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place] = input == .on
      },
      initialText: { root in root[keyPath: place].map { $0 ? "on" : "off" } },
      isPointless: { _ in false })
  }

  /// A flag that counts how often it is given: `-v -v`, `-vv`.
  package static func count(
    _ name: String, short: Character? = nil, aliases: [String] = [],
    _ place: Place<Root, Int>, _ summary: String, details: [Passage] = [],
    hidden: Bool = false
  ) -> Self {
    Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, repeats: true, summary: summary, details: details,
        isHidden: hidden),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place] += 1
      },
      initialText: { _ in nil },
      isPointless: { _ in false })
  }

  /// A flag that stores one value of several: `-4` and `-6`, `--newline` and `--bar`.
  package static func set<Value: Sendable & Equatable>(
    _ name: String, short: Character? = nil, aliases: [String] = [],
    _ place: Place<Root, Value>, to setting: Value, _ summary: String,
    details: [Passage] = [], hidden: Bool = false
  ) -> Self {
    Option(
      described: OptionDescription(
        name: name, short: short, aliases: aliases, summary: summary, details: details, isHidden: hidden),
      store: { (root, input) throws(ValueError) in
        root[keyPath: place] = setting
      },
      initialText: { _ in nil },
      isPointless: { _ in false })
  }

  /// The same option, refusing values outside `limits`.
  private func limited<Value: FlagValue & Comparable>(to limits: ClosedRange<Value>) -> Self {
    var described = described
    let low = limits.lowerBound.flagText ?? ""
    let high = limits.upperBound.flagText ?? ""
    described.value?.limits = "\(low) to \(high)"
    return Option(
      described: described,
      store: { (root, input) throws(ValueError) in
        guard limits.contains(try Value(flagText: input.text)) else {
          throw ValueError("is not within \(low) to \(high)")
        }
        try self.store(&root, input)
      },
      initialText: initialText,
      isPointless: isPointless)
  }
}
