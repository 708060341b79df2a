import Playlist

enum FrameRatePresent: Rule {
  static let identifier = "apple-authoring-9.15-frame-rate"
  static let asks = "each EXT-X-STREAM-INF with video has FRAME-RATE; one without CODECS may have some"
  static let why = "players cannot leave out variants that are too fast for the device"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.playlist.variants.filter { $0.frameRate == nil && $0.qualities.mayHaveVideo }
    let lines = Set(variants.map(\.line))
    return facts.lacking("FRAME-RATE", in: facts.variantTags.filter { lines.contains($0.line) }, self)
  }
}
