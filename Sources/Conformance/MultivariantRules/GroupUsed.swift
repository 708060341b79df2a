import Playlist

enum GroupUsed: Rule {
  static let identifier = "hlspack-group-used"
  static let asks = "each group of EXT-X-MEDIA is named by some stream"
  static let why = "no player ever offers what stands in a group that no variant names"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard !facts.playlist.variants.isEmpty else { return [] }
    let used = Set(facts.groupReferences.map(\.name))
    var faults = Repeated(self, .warning, in: facts.name)
    for group in facts.groups where !used.contains(group.name) {
      faults.see(line: group.members.first?.line, "no stream names the \(group.name.text)")
    }
    return faults.all
  }
}
