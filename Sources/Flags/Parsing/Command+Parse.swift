extension Command {
  /// What the arguments of a command come to.
  package enum Parsed: Sendable {
    case options(Options)
    /// `--help` was given; whatever stands after it was not looked at.
    case help
    case version
  }

  /// Reads the arguments after the command's name. Options may stand before or after operands.
  ///
  /// - Parameter tool: the tool's name, for hints.
  package func parse(_ arguments: [String], tool: String) throws(UsageError) -> Parsed {
    let all = optionDescriptions + [.help, .version]
    var scanner = ArgumentScanner(
      arguments, options: all, command: name, helpCall: "\(tool) \(name) --help")
    var values = defaults
    var words: [String] = []
    while let token = try scanner.next() {
      switch token {
      case .operand(let word): words.append(word)
      case .option(let index, let spelled, let isNegated, let text):
        guard index < options.count else { return index == options.count ? .help : .version }
        let input: Option<Options>.Input = text.map { .text($0) } ?? (isNegated ? .off : .on)
        try store(input, options[index], spelled, &values)
      }
    }
    try store(operands: words, in: &values, tool)
    do {
      try check(values)
    } catch {
      throw UsageError(
        .badCombination, command: name, error.reason,
        hint: error.hint ?? "\"\(tool) \(name) --help\" lists the options")
    }
    return .options(values)
  }

  private func store(
    _ input: Option<Options>.Input, _ option: Option<Options>, _ spelled: String, _ values: inout Options
  ) throws(UsageError) {
    do {
      try option.store(&values, input)
    } catch {
      let shown = option.described.isSecret ? "the value" : Quoted.text(input.text)
      throw UsageError(
        .badValue, command: name, "\(spelled): \(shown) \(error.reason)",
        hint: error.hint ?? hint(for: option.described, spelled, input.text))
    }
  }

  private func hint(for option: OptionDescription, _ spelled: String, _ text: String) -> String {
    guard let value = option.value else { return "write \(spelled) alone" }
    if text.hasPrefix("="), !spelled.hasPrefix("--") {
      return "a short option takes its value without =: \(spelled) \(value.placeholder)"
    }
    if let limits = value.limits { return "\(value.placeholder) is \(limits)" }
    return "write \(spelled) \(value.placeholder)"
  }

  private func store(
    operands words: [String], in values: inout Options, _ tool: String
  ) throws(UsageError) {
    let usage = "usage: " + described.usage(tool: tool)
    var rest = words[...]
    for operand in operands {
      let form = operand.described
      guard rest.count >= form.minimum else {
        throw UsageError(
          .missingOperand, command: name, "\(name) needs \(form.placeholder)", hint: usage)
      }
      let count = form.repeats ? rest.count : min(1, rest.count)
      for word in rest.prefix(count) {
        try store(word, operand, &values, usage)
      }
      rest = rest.dropFirst(count)
    }
    guard let extra = rest.first else { return }
    throw UsageError(
      .unexpectedOperand, command: name, "unexpected operand \(Quoted.text(extra))", hint: usage)
  }

  private func store(
    _ word: String, _ operand: Operand<Options>, _ values: inout Options, _ usage: String
  ) throws(UsageError) {
    let placeholder = operand.described.placeholder
    guard !word.isEmpty else {
      throw UsageError(.badValue, command: name, "\(placeholder) is empty", hint: usage)
    }
    do {
      try operand.store(&values, word)
    } catch {
      throw UsageError(
        .badValue, command: name, "\(placeholder): \(Quoted.text(word)) \(error.reason)",
        hint: error.hint ?? usage)
    }
  }
}
