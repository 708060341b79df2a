import Playlist

enum StableIDEverywhere: Rule {
  static let identifier = "apple-authoring-downloads-stable-ids"
  static let asks = "where one media playlist has a stable identifier, all have"
  static let why = "players cannot find what was downloaded again on another pathway or after a change"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let items = facts.stableIDs
    guard let first = items.first(where: { $0.id != nil }) else { return [] }
    var faults = Repeated(self, .error, in: facts.name)
    for item in items where item.id == nil {
      guard facts.written(item.attribute, line: item.line) == nil else { continue }
      faults.see(
        line: item.line, "has no \(item.attribute) though line \(first.line + 1) has \(first.attribute)")
    }
    return faults.all
  }
}
