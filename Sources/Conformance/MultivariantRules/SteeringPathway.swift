import Playlist

enum SteeringPathway: Rule {
  static let identifier = "rfc8216bis-4.4.6.6-pathway-used"
  static let asks = "PATHWAY-ID of EXT-X-CONTENT-STEERING is that of some variant"
  static let why = "players are to begin on a pathway that has nothing to play"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let steering = facts.playlist.contentSteering, let id = steering.pathwayID,
      !facts.playlist.variants.isEmpty,
      !facts.playlist.variants.contains(where: { $0.pathwayID ?? "." == id })
    else { return [] }
    return [
      found(.error, facts.name, line: steering.line + 1, "no variant has the PATHWAY-ID \(shown(id))")
    ]
  }
}
