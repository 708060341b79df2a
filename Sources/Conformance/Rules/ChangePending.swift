enum ChangePending: Rule {
  static let identifier = "hlspack-change-pending"
  static let asks = "no change to the bundle waits for its last steps"
  static let why = "a change stopped after its commit counts as done; the next change does the rest"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard facts.isPending else { return [] }
    return [found(.info, facts.manifestPath, "says that a change was stopped after its commit")]
  }
}
