import Playlist

enum IFrameResolutionPresent: Rule {
  static let identifier = "apple-authoring-9.4-i-frame-resolution"
  static let asks = "each EXT-X-I-FRAME-STREAM-INF has RESOLUTION"
  static let why = "players cannot choose the smallest pictures that do for scanning"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    facts.lacking("RESOLUTION", in: facts.iFrameTags.filter { $0.qualities.resolution == nil }, self)
  }
}
