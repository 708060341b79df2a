enum AnswerDirect: Rule {
  static let identifier = "apple-authoring-8.18-redirect"
  static let asks = "playlists are answered where they are asked for, without redirects"
  static let why = "each redirect costs a round trip, at every reload and switch again"

  static func check(_ facts: AnswerFacts) -> [Finding] {
    guard facts.redirects > 0 else { return [] }
    let count = facts.redirects == 1 ? "a redirect" : "\(facts.redirects) redirects"
    guard !facts.isSource else { return [found(.info, facts.name, "is reached by \(count)")] }
    return [
      found(
        .warning, facts.name, "is reached by \(count)",
        hint: "name its last address in the multivariant playlist")
    ]
  }
}
