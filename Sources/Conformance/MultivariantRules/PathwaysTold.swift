import Playlist

enum PathwaysTold: Rule {
  static let identifier = "apple-authoring-9.18-pathway-id"
  static let asks = "with EXT-X-CONTENT-STEERING variants have PATHWAY-ID"
  static let why = "without, all of them are on one pathway, and there is nothing to steer"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let steering = facts.playlist.contentSteering, !facts.playlist.variants.isEmpty,
      facts.playlist.variants.allSatisfy({ $0.pathwayID == nil })
    else { return [] }
    return [found(.warning, facts.name, line: steering.line + 1, "no variant has a PATHWAY-ID")]
  }
}
