import Playlist

enum SeveralBitRates: Rule {
  static let identifier = "apple-authoring-9.9-several-bit-rates"
  static let asks = "there is video of more than one bit rate"
  static let why = "players cannot go down where the network is slow, and stop instead"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.videoVariants
    guard let first = variants.first, variants.allSatisfy({ $0.uri == first.uri }) else { return [] }
    return [
      found(.warning, facts.name, line: first.line + 1, "is the only bit rate of video there is")
    ]
  }
}
