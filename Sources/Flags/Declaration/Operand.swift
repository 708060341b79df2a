/// A word of the command line that is no option, tied to a place in the options value.
///
/// An empty word is refused whatever the type: it is a variable that was not set.
package struct Operand<Root: Sendable>: Sendable {
  package let described: OperandDescription
  let store: @Sendable (inout Root, String) throws(ValueError) -> Void

  /// Exactly one word.
  package static func one<Value: FlagValue>(
    _ placeholder: String, _ place: Place<Root, Value>, _ summary: String,
    completion: Completion? = nil
  ) -> Self {
    single(placeholder, place, summary, completion, 1)
  }

  /// One word or none; stands after those that are required.
  package static func optional<Value: FlagValue>(
    _ placeholder: String, _ place: Place<Root, Value>, _ summary: String,
    completion: Completion? = nil
  ) -> Self {
    single(placeholder, place, summary, completion, 0)
  }

  /// All remaining words, at least `minimum` of them; stands last.
  package static func many<Value: FlagValue>(
    _ placeholder: String, _ place: Place<Root, [Value]>, _ summary: String,
    completion: Completion? = nil, atLeast minimum: Int = 1
  ) -> Self {
    Operand(
      described: OperandDescription(
        placeholder: placeholder, summary: summary, minimum: minimum, repeats: true,
        choices: Value.choices, completion: completion ?? Value.completion),
      store: { (root, text) throws(ValueError) in
        root[keyPath: place].append(try Value(flagText: text))
      })
  }

  private static func single<Value: FlagValue>(
    _ placeholder: String, _ place: Place<Root, Value>, _ summary: String,
    _ completion: Completion?, _ minimum: Int
  ) -> Self {
    Operand(
      described: OperandDescription(
        placeholder: placeholder, summary: summary, minimum: minimum, repeats: false,
        choices: Value.choices, completion: completion ?? Value.completion),
      store: { (root, text) throws(ValueError) in
        root[keyPath: place] = try Value(flagText: text)
      })
  }
}
