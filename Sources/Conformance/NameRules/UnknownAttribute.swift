import Playlist

enum UnknownAttribute: Rule {
  static let identifier = "rfc8216bis-6.3.1-unknown-attribute"
  static let asks = "a tag has no attributes but those that the specification gives it"
  static let why = "clients ignore others, so a slip of the pen or a vendor's addition has no effect"

  static func check(_ facts: NameFacts) -> [Finding] {
    facts.attributes.findings(of: self, .info, in: facts.name) { sighting in
      "\(sighting.tag?.rawValue ?? "the tag") has \(shown(sighting.name)), which is no attribute of it"
    } hint: { sighting in
      sighting.tag.flatMap { AttributeTable.meant(by: sighting.name, in: $0) }.map { "\($0) may be meant" }
    }
  }
}
