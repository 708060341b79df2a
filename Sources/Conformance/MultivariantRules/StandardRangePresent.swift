import Playlist

enum StandardRangePresent: Rule {
  static let identifier = "apple-authoring-1.24-sdr-variant"
  static let asks = "where variants have HLG or PQ, some variant is SDR"
  static let why =
    "devices and screens without high dynamic range have nothing that they can show as it is meant"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    // Immersive video has rules of its own.
    let variants = facts.videoVariants.filter { $0.videoLayout == nil }
    guard let first = variants.first,
      variants.allSatisfy({ $0.videoRange == "HLG" || $0.videoRange == "PQ" })
    else { return [] }
    return [found(.warning, facts.name, line: first.line + 1, "all video is HLG or PQ; no variant is SDR")]
  }
}
