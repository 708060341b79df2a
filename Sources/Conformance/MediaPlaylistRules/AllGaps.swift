import Playlist

enum AllGaps: Rule {
  static let identifier = "hlspack-all-gaps"
  static let asks = "a media playlist has a segment that is not marked EXT-X-GAP"
  static let why = "clients load nothing of what is marked so, and nothing plays"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let segments = facts.playlist.segments
    guard !segments.isEmpty, segments.allSatisfy(\.isGap) else { return [] }
    return [
      found(
        .warning, facts.name, line: facts.line(of: .gap, at: 0),
        "all \(segments.count) segments are gaps")
    ]
  }
}
