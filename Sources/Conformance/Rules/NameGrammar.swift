enum NameGrammar: Rule {
  static let identifier = "hlspack-name-grammar"
  static let asks = "nothing stands in the bundle's folder but what a bundle consists of"
  static let why = "foreign files are copied and served with the bundle; hlspack never touches them"

  static func check(_ facts: ExtraFacts) -> [Finding] {
    guard !facts.hasOwnName else { return [] }
    switch facts.standing {
    case .file, .nothing: return [found(.warning, facts.path, "is no part of the bundle")]
    default: return [found(.warning, facts.path, "is \(facts.standing.word) and no part of the bundle")]
    }
  }
}
