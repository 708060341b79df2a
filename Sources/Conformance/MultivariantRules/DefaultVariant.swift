import Playlist

enum DefaultVariant: Rule {
  static let identifier = "apple-authoring-1.32-default-variant"
  static let asks = "the first variant with video has about 2000 kbit/s"
  static let why =
    "players begin with it before they know the network; too little looks poor, too much stalls"

  private static let near: ClosedRange<Int64> = 1_000_000...4_000_000

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.videoVariants
    guard let first = variants.first, !near.contains(rate(first)),
      let better = variants.first(where: { near.contains(rate($0)) })
    else { return [] }
    return [
      found(
        .info, facts.name, line: first.line + 1,
        "the first variant has \(rate(first) / 1000) kbit/s, that of line \(better.line + 1) "
          + "\(rate(better) / 1000) kbit/s",
        hint: "put a variant of about 2000 kbit/s first")
    ]
  }

  private static func rate(_ variant: Variant) -> Int64 { variant.averageBandwidth ?? variant.bandwidth }
}
