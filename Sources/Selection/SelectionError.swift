/// Why nothing was chosen.
package struct SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// A word that means nothing: exit code 2.
    case usage
    /// Words that are right but match nothing in this title: exit code 4.
    case nothingMatches
  }

  package let kind: Kind
  /// What was asked for, with the word as it was typed.
  package let message: String
  /// What there is instead, one line each: kind, language and name, or the figures of a variant.
  package let available: [String]
  package let hint: String?

  init(_ kind: Kind, _ message: String, available: [String] = [], hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.available = available
    self.hint = hint
  }

  /// The same, said of one place: `place: message`.
  func within(_ place: String) -> SelectionError {
    SelectionError(kind, "\(place): \(message)", available: available, hint: hint)
  }

  /// The message and what there is, on one line.
  package var description: String {
    available.isEmpty ? message : "\(message); there is: \(available.joined(separator: "; "))"
  }
}
