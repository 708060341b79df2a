enum UnknownTag: Rule {
  static let identifier = "rfc8216bis-6.3.1-unknown-tag"
  static let asks = "each line that begins with #EXT is a tag of the specification"
  static let why = "clients ignore other tags, so what they say reaches only those who agreed on them"

  static func check(_ facts: NameFacts) -> [Finding] {
    facts.tags.foreign.findings(of: self, .info, in: facts.name) {
      "\(shown($0.name)) is no tag of the specification"
    }
  }
}
