import Playlist

enum StableIDSame: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-stable-id-same"
  static let asks = "tags of one kind that name one URI have the same stable identifier"
  static let why = "the identifier is the playlist's, which cannot have two"

  private struct Place: Hashable {
    let attribute: String
    let uri: String
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    var firsts: [Place: (id: String, line: Int)] = [:]
    for item in facts.stableIDs {
      guard let id = item.id else { continue }
      let place = Place(attribute: item.attribute, uri: item.uri)
      guard let first = firsts[place] else {
        firsts[place] = (id, item.line)
        continue
      }
      guard id != first.id else { continue }
      faults.see(
        line: item.line,
        "\(item.attribute) is \(shown(id)) where line \(first.line + 1), of the same URI, has \(shown(first.id))"
      )
    }
    return faults.all
  }
}
