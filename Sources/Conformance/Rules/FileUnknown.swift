enum FileUnknown: Rule {
  static let identifier = "hlspack-file-unknown"
  static let asks = "whatever has a name of ours is named by the bundle"
  static let why = "what nothing names was left over: it takes room, and no player comes to it"

  static func check(_ facts: ExtraFacts) -> [Finding] {
    guard facts.hasOwnName else { return [] }
    switch facts.standing {
    case .file, .nothing: return [found(.warning, facts.path, "is named by nothing in the bundle")]
    default:
      return [found(.warning, facts.path, "is \(facts.standing.word) and named by nothing in the bundle")]
    }
  }
}
