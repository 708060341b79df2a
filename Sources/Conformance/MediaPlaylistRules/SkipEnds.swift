import Playlist

enum SkipEnds: Rule {
  static let identifier = "hlspack-skip-after-end"
  static let asks = "a playlist with EXT-X-ENDLIST is whole: it has no EXT-X-SKIP"
  static let why = "who has only this answer never learns of the segments that are left out"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.endList, let skip = facts.playlist.skip else { return [] }
    return [
      found(
        .error, facts.name, line: skip.line + 1,
        "EXT-X-SKIP leaves out \(skip.skippedSegments) segments of a playlist that has ended",
        hint: "ask for it without _HLS_skip")
    ]
  }
}
