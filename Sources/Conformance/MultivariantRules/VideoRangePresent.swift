import Playlist

enum VideoRangePresent: Rule {
  static let identifier = "apple-authoring-9.16-video-range"
  static let asks = "where a variant has VIDEO-RANGE HLG or PQ, all with video have VIDEO-RANGE"
  static let why = "players cannot tell whether the others are meant to be SDR, or nobody said what they are"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.videoVariants
    guard let high = variants.first(where: { $0.videoRange == "HLG" || $0.videoRange == "PQ" }) else {
      return []
    }
    var faults = Repeated(self, .error, in: facts.name)
    for variant in variants where variant.videoRange == nil {
      faults.see(
        line: variant.line,
        "has no VIDEO-RANGE though line \(high.line + 1) has \(high.videoRange ?? "another")",
        hint: "write VIDEO-RANGE=SDR where that is so")
    }
    return faults.all
  }
}
