import Playlist

enum StableIDsOnPathways: Rule {
  static let identifier = "rfc8216bis-4.4.6.6-stable-ids-on-pathways"
  static let asks = "all pathways have variants of the same stable identifiers"
  static let why = "players that are steered to another pathway do not find the variant that they play"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let pathways = facts.pathways
    guard pathways.count > 1, let first = pathways.first else { return [] }
    let reference = Set(first.variants.compactMap(\.stableID))
    var faults = Repeated(self, .warning, in: facts.name)
    for pathway in pathways.dropFirst().prefix(Pathway.limit) {
      let own = Set(pathway.variants.compactMap(\.stableID))
      guard own != reference, !own.isEmpty || !reference.isEmpty else { continue }
      let difference = own.symmetricDifference(reference).sorted()
      faults.see(
        line: pathway.variants.first?.line,
        "pathway \(shown(pathway.id)) has not the stable identifiers of \(shown(first.id)): "
          + "\(shown(difference.first ?? "")) is on one only" + andMore(difference.count - 1))
    }
    return faults.all
  }
}

/// The variants of one PATHWAY-ID (4.4.6.2).
struct Pathway {
  /// So many are compared with the first one.
  static let limit = 32

  /// "." where the attribute is absent.
  let id: String
  var variants: [Variant]
}

extension MultivariantFacts {
  /// In the order of their first variants.
  var pathways: [Pathway] {
    var places: [String: Int] = [:]
    var pathways: [Pathway] = []
    for variant in playlist.variants {
      let id = variant.pathwayID ?? "."
      if let place = places[id] {
        pathways[place].variants.append(variant)
      } else {
        places[id] = pathways.count
        pathways.append(Pathway(id: id, variants: [variant]))
      }
    }
    return pathways
  }
}
