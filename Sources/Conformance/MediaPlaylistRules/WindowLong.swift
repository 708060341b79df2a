import Playlist

enum WindowLong: Rule {
  static let identifier = "rfc8216bis-6.2.2-window"
  static let asks = "a live playlist that has lost segments still lasts three target durations"
  static let why = "players begin three target durations before the end, and find nothing there"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard !playlist.isComplete, playlist.skip == nil, playlist.mediaSequence > 1,
      !playlist.segments.isEmpty
    else { return [] }
    let duration = playlist.duration
    // A server may count what EXTINF rounds.
    guard duration + 0.5 < 3 * Double(playlist.targetDuration) else { return [] }
    return [
      found(
        .warning, facts.name,
        "lasts \(Timeline.text(duration)), less than three times EXT-X-TARGETDURATION, "
          + "which is \(playlist.targetDuration)")
    ]
  }
}
