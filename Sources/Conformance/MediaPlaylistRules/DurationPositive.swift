import Playlist

enum DurationPositive: Rule {
  static let identifier = "hlspack-extinf-zero"
  static let asks = "EXTINF is more than 0"
  static let why = "a segment without duration has no place in time, and some players loop or fail over it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var seen = Seen()
    for (index, segment) in facts.playlist.segments.enumerated() where segment.duration <= 0 {
      seen.see(seen.count == 0 ? facts.line(of: .extInf, at: index) - 1 : segment.uriLine)
    }
    return found(.warning, facts.name, seen, "EXTINF is 0")
  }
}
