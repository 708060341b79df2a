import Playlist

enum AutoselectDistinct: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-autoselect-distinct"
  static let asks =
    "members of a group with AUTOSELECT=YES differ in LANGUAGE, ASSOC-LANGUAGE, FORCED or CHARACTERISTICS"
  static let why = "a player that chooses by the person's settings cannot tell which one is meant"

  private struct Traits: Hashable {
    let language: String?
    let assocLanguage: String?
    let forced: Bool
    let characteristics: Set<String>
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for group in facts.groups {
      var lines: [Traits: Int] = [:]
      for member in group.members where member.autoselect {
        let traits = Traits(
          language: member.language?.lowercased(), assocLanguage: member.assocLanguage?.lowercased(),
          forced: member.forced, characteristics: Set(member.characteristics))
        guard let first = lines[traits] else {
          lines[traits] = member.line
          continue
        }
        faults.see(
          line: member.line,
          "AUTOSELECT is YES as in line \(first + 1), with the same language and characteristics",
          hint: "tell them apart by LANGUAGE or CHARACTERISTICS, or leave out AUTOSELECT of one")
      }
    }
    return faults.all
  }
}
