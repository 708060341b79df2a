import Playlist

enum ResolutionPresent: Rule {
  static let identifier = "apple-authoring-9.2-resolution"
  static let asks = "each EXT-X-STREAM-INF with video has RESOLUTION; one without CODECS may have some"
  static let why = "players cannot choose by the size of the screen, and may take more than it can show"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let streams = facts.variantTags.filter { $0.qualities.resolution == nil && $0.qualities.mayHaveVideo }
    return facts.lacking("RESOLUTION", in: streams, self)
  }
}
