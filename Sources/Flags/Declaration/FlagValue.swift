/// A type that can be typed on a command line.
///
/// The initialiser is the check: nothing downstream checks again. It may only validate and store; reading
/// files, the environment or the terminal comes later, when the command runs. An enumeration that is
/// `CaseIterable` with `String` raw values needs no code at all.
package protocol FlagValue: Sendable {
  /// The value of a text as typed, without quotes.
  init(flagText: String) throws(ValueError)
  /// How the value would be typed, for "default: …" in help; nil where there is nothing to show.
  var flagText: String? { get }
  /// What stands for the value in help: `N`, `PATH`.
  static var placeholder: String { get }
  /// The only words accepted, in the order of help; empty when the list is open.
  static var choices: [String] { get }
  /// What a shell offers for the value.
  static var completion: Completion { get }
}

extension FlagValue {
  package var flagText: String? { nil }
  package static var choices: [String] { [] }
  package static var completion: Completion { choices.isEmpty ? .none : .words(choices) }
}

/// Why a typed text, or a combination of options, is not accepted.
package struct ValueError: Error, Hashable {
  /// The reason, to be read after the text: "is not a whole number"; no full stop.
  package var reason: String
  /// What to do instead; nil when the reason says it all.
  package var hint: String?

  package init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}

/// What a shell offers where a value is expected.
package enum Completion: Sendable, Hashable {
  /// Nothing is known.
  case none
  case file
  case folder
  /// An address: nothing can be offered, and files are not.
  case url
  /// These words; others may be valid too.
  case words([String])
}

extension FlagValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  package init(flagText: String) throws(ValueError) {
    guard let value = Self(rawValue: flagText) else {
      throw ValueError(
        "is not one of " + Self.choices.joined(separator: ", "),
        hint: Suggestion.hint(for: flagText, among: Self.choices))
    }
    self = value
  }
  package var flagText: String? { rawValue }
  package static var choices: [String] { allCases.map(\.rawValue) }
  package static var placeholder: String {
    let all = choices.joined(separator: "|")
    return all.unicodeScalars.count <= 24 ? all : "WORD"
  }
}
