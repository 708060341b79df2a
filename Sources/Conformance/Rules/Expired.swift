enum Expired: Rule {
  static let identifier = "hlspack-expired"
  static let asks = "the title has not expired"
  static let why = "what has expired may not be played any more, and goes with the next hlspack expire"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard let since = facts.expiredSince else { return [] }
    return [found(.warning, facts.manifestPath, "says that the title expired at \(since)")]
  }
}
