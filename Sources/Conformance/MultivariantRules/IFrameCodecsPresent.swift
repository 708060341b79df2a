import Playlist

enum IFrameCodecsPresent: Rule {
  static let identifier = "apple-authoring-9.3-i-frame-codecs"
  static let asks = "each EXT-X-I-FRAME-STREAM-INF has CODECS"
  static let why = "players cannot tell whether they can decode its pictures while a person scans through"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    facts.lacking("CODECS", in: facts.iFrameTags.filter { $0.qualities.codecs.isEmpty }, self)
  }
}
