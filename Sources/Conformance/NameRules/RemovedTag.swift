enum RemovedTag: Rule {
  static let identifier = "rfc8216bis-8-allow-cache"
  static let asks = "a playlist does not have EXT-X-ALLOW-CACHE, which version 7 removed"
  static let why = "no client looks at it any more; HTTP's own headers tell what may be cached"

  static func check(_ facts: NameFacts) -> [Finding] {
    facts.tags.removed.findings(of: self, .warning, in: facts.name) {
      "has \($0.name), which version 7 removed"
    }
  }
}
