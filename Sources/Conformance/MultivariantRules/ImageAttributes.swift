import Playlist

enum ImageAttributes: Rule {
  static let identifier = "image-playlist-0.4-required-attributes"
  static let asks = "each EXT-X-IMAGE-STREAM-INF has CODECS and RESOLUTION"
  static let why = "players need both to choose pictures that they can show, and may leave out the playlist"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    facts.lacking("CODECS", in: facts.imageTags.filter { $0.qualities.codecs.isEmpty }, self)
      + facts.lacking("RESOLUTION", in: facts.imageTags.filter { $0.qualities.resolution == nil }, self)
  }
}
