import Playlist

enum MisspeltTag: Rule {
  static let identifier = "rfc8216bis-4.1-misspelt-tag"
  static let asks = "a tag is spelt exactly as the specification has it, with a colon before its value"
  static let why = "names are case-sensitive, and clients ignore a tag of another name"

  static func check(_ facts: NameFacts) -> [Finding] {
    facts.tags.misspelt.findings(of: self, .warning, in: facts.name) {
      "\(shown($0.name)) is no tag; \(UnknownTags.meant($0.name)?.rawValue ?? "another") was meant"
    }
  }
}
