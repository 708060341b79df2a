import Playlist

enum GroupDefined: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-group-defined"
  static let asks = "each group that a stream names has an EXT-X-MEDIA of that TYPE"
  static let why = "players refuse the playlist, or play the variant without sound or subtitles"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let defined = Set(facts.groups.map(\.name))
    var places: [RenditionGroup.Name: Int] = [:]
    var faults: [(name: RenditionGroup.Name, line: Int, count: Int)] = []
    for reference in facts.groupReferences where !defined.contains(reference.name) {
      if let place = places[reference.name] {
        faults[place].count += 1
      } else {
        places[reference.name] = faults.count
        faults.append((reference.name, reference.line, 1))
      }
    }
    var told = Repeated(self, .error, in: facts.name)
    for fault in faults {
      let lines = fault.count > 1 ? " (\(fault.count) streams name it)" : ""
      told.see(line: fault.line, "the \(fault.name.text) is not defined by any EXT-X-MEDIA" + lines)
    }
    return told.all
  }
}
