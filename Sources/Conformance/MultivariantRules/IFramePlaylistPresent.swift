import Playlist

enum IFramePlaylistPresent: Rule {
  static let identifier = "apple-authoring-6.1-i-frame-playlist"
  static let asks = "where there is video, there is an EXT-X-I-FRAME-STREAM-INF"
  static let why = "players cannot show pictures while a person scans through"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard facts.playlist.iFrameStreams.isEmpty, !facts.videoVariants.isEmpty else { return [] }
    return [found(.warning, facts.name, "has video but no EXT-X-I-FRAME-STREAM-INF")]
  }
}
