import Playlist

enum NameUnique: Rule {
  static let identifier = "rfc8216bis-4.4.6.1.1-name-unique"
  static let asks = "no two EXT-X-MEDIA of a group have one NAME"
  static let why = "a person cannot tell them apart, and players may drop one of them"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for group in facts.groups {
      var lines: [String: Int] = [:]
      for member in group.members {
        guard let first = lines[member.name] else {
          lines[member.name] = member.line
          continue
        }
        // A missing NAME is told by the parser.
        guard facts.written("NAME", line: member.line) != nil else { continue }
        faults.see(
          line: member.line,
          "NAME \(shown(member.name)) is in line \(first + 1) already, in the same \(group.name.text)")
      }
    }
    return faults.all
  }
}
