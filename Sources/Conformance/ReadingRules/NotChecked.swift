import Playlist

enum NotChecked: Rule {
  static let identifier = "hlspack-not-checked"
  static let asks = "every playlist that the source names can be looked at"
  static let why =
    "what cannot be reached is not checked; that is no fault of a playlist, but nobody can say that all is well"

  static func check(_ facts: ReadingFacts) -> [Finding] {
    guard case .unread(let reason, let hint) = facts.outcome else { return [] }
    return [found(.warning, facts.name, "was not checked: \(reason)", hint: hint)]
  }
}
