import Playlist

enum VariantsPresent: Rule {
  static let identifier = "hlspack-variants-present"
  static let asks = "a multivariant playlist has at least one variant"
  static let why = "without any there is nothing that a player could play"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard facts.playlist.variants.isEmpty else { return [] }
    return [
      found(.error, facts.name, "has no variant (EXT-X-STREAM-INF with a URI) that a player could take")
    ]
  }
}
