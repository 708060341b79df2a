import Playlist

enum ScorePositive: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-score-positive"
  static let asks = "SCORE of a stream is more than 0"
  static let why = "players that rank variants by it ignore it, or refuse the tag"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags {
      guard let score = stream.qualities.score, score <= 0 else { continue }
      faults.see(line: stream.line, "\(stream.tag.rawValue) has SCORE \(score)")
    }
    return faults.all
  }
}
