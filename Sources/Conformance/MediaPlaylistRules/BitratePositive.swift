import Playlist

enum BitratePositive: Rule {
  static let identifier = "rfc8216bis-4.4.4.8-bitrate-zero"
  static let asks = "EXT-X-BITRATE is more than 0"
  static let why = "it stands for the size of the segments, and none has no bits"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var seen = Seen()
    for segment in facts.playlist.segments where segment.bitrate == 0 && !segment.isGap {
      seen.see(segment.uriLine)
    }
    return found(.warning, facts.name, seen, "EXT-X-BITRATE is 0 for this segment")
  }
}
