import Playlist

enum DiscontinuityDated: Rule {
  static let identifier = "hlspack-discontinuity-date"
  static let asks = "where a playlist has dates, a segment after EXT-X-DISCONTINUITY has one"
  static let why = "what follows a discontinuity cannot be placed by the clock of what comes before"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var seen = Seen()
    for (index, segment) in facts.playlist.segments.enumerated()
    where !facts.dates.isEmpty && segment.isDiscontinuity && !segment.hasProgramDateTime {
      seen.see(seen.count == 0 ? facts.line(of: .discontinuity, at: index) - 1 : segment.uriLine)
    }
    return found(
      .warning, facts.name, seen,
      "no EXT-X-PROGRAM-DATE-TIME is after EXT-X-DISCONTINUITY, though the playlist has dates")
  }
}
