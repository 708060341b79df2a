import Playlist

enum OneDefault: Rule {
  static let identifier = "rfc8216bis-4.4.6.1.1-one-default"
  static let asks = "at most one EXT-X-MEDIA of a group has DEFAULT=YES"
  static let why = "which of them plays without a choice is then left to chance"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for group in facts.groups {
      let defaults = group.members.filter(\.isDefault)
      for member in defaults.dropFirst() {
        faults.see(
          line: member.line,
          "DEFAULT is YES though line \(defaults[0].line + 1) is the default of the \(group.name.text)")
      }
    }
    return faults.all
  }
}
