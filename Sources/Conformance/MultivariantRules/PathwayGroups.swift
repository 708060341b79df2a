import Playlist

enum PathwayGroups: Rule {
  static let identifier = "rfc8216bis-4.4.6.6-groups-on-pathways"
  static let asks = "all pathways have the same renditions, whatever their groups are called"
  static let why = "players that are steered to another pathway lose the sound or subtitles that they play"

  private struct Traits: Hashable {
    let kind: MediaKind
    let name: String
    let language: String?
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let pathways = facts.pathways
    guard pathways.count > 1, let first = pathways.first else { return [] }
    let groups = Dictionary(facts.groups.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let reference = traits(of: first, in: groups)
    var faults = Repeated(self, .warning, in: facts.name)
    for pathway in pathways.dropFirst().prefix(Pathway.limit) {
      let difference = traits(of: pathway, in: groups).symmetricDifference(reference)
      guard let one = difference.min(by: { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }) else {
        continue
      }
      faults.see(
        line: pathway.variants.first?.line,
        "pathway \(shown(pathway.id)) has not the renditions of \(shown(first.id)): "
          + "\(one.kind.rawValue) \(shown(one.name)) is on one only" + andMore(difference.count - 1))
    }
    return faults.all
  }

  private static func traits(
    of pathway: Pathway, in groups: [RenditionGroup.Name: RenditionGroup]
  ) -> Set<Traits> {
    var traits: Set<Traits> = []
    for name in Set(pathway.variants.flatMap(\.groups)) {
      for member in groups[name]?.members ?? [] {
        traits.insert(Traits(kind: member.kind, name: member.name, language: member.language?.lowercased()))
      }
    }
    return traits
  }
}
