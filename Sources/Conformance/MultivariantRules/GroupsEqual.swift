import Playlist

enum GroupsEqual: Rule {
  static let identifier = "rfc8216bis-4.4.6.1.1-groups-equal"
  static let asks = "all groups of one TYPE have the same members with the same attributes"
  static let why = "when a player changes the variant, it does not find again what the person chose"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    var firsts: [MediaKind: Reference] = [:]
    for group in facts.groups {
      guard let first = firsts[group.name.kind] else {
        firsts[group.name.kind] = Reference(group)
        continue
      }
      guard let difference = first.difference(to: group) else { continue }
      faults.see(line: difference.line, difference.message)
    }
    return faults.all
  }

  /// The first group of a TYPE, which the others are compared with.
  private struct Reference {
    let group: RenditionGroup
    let members: [String: Rendition]

    init(_ group: RenditionGroup) {
      self.group = group
      members = Dictionary(group.members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The first difference; a second one in the same group is not looked for.
    func difference(to other: RenditionGroup) -> (line: Int?, message: String)? {
      var seen: Set<String> = []
      for member in other.members {
        seen.insert(member.name)
        guard let own = members[member.name] else {
          return (member.line, "the \(group.name.text) has no member with NAME \(shown(member.name))")
        }
        if let what = GroupsEqual.difference(own, member) {
          return (member.line, "\(what) is not that of line \(own.line + 1), which has the same NAME")
        }
      }
      guard let missing = group.members.first(where: { !seen.contains($0.name) }) else { return nil }
      return (
        other.members.first?.line,
        "the \(other.name.text) has no member with NAME \(shown(missing.name)), as line \(missing.line + 1) is"
      )
    }
  }

  /// The attribute that differs; nil where none does. Absent and NO are the same.
  private static func difference(_ left: Rendition, _ right: Rendition) -> String? {
    if left.language?.lowercased() != right.language?.lowercased() { return "LANGUAGE" }
    if left.assocLanguage?.lowercased() != right.assocLanguage?.lowercased() { return "ASSOC-LANGUAGE" }
    if left.isDefault != right.isDefault { return "DEFAULT" }
    if left.autoselect != right.autoselect { return "AUTOSELECT" }
    if left.forced != right.forced { return "FORCED" }
    if Set(left.characteristics) != Set(right.characteristics) { return "CHARACTERISTICS" }
    return nil
  }
}
