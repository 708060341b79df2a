import Playlist

enum PreloadUseful: Rule {
  static let identifier = "hlspack-preload-after-end"
  static let asks = "a playlist with EXT-X-ENDLIST has no date ranges for preloading"
  static let why = "clients ignore them there"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard facts.playlist.endList else { return [] }
    var seen = Seen()
    for range in facts.playlist.dateRanges where range.isPreload { seen.see(range.line) }
    return found(.info, facts.name, seen, "the date range for preloading is in a playlist that has ended")
  }
}
