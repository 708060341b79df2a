import Playlist

enum ScoreEverywhere: Rule {
  static let identifier = "apple-authoring-9.19-score"
  static let asks = "SCORE is on all variants or on none"
  static let why = "where one lacks it, players ignore all of them"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let first = facts.playlist.variants.first(where: { $0.score != nil }) else { return [] }
    var faults = Repeated(self, .warning, in: facts.name)
    for variant in facts.playlist.variants where variant.score == nil {
      faults.see(line: variant.line, "has no SCORE though line \(first.line + 1) has one")
    }
    return faults.all
  }
}
