import Playlist

enum StartFromEnd: Rule {
  static let identifier = "rfc8216bis-4.4.2.2-start-near-end"
  static let asks = "TIME-OFFSET of a live playlist is not within three target durations of its end"
  static let why = "a player that begins there runs out of segments and stalls"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    let edge = 3 * Double(playlist.targetDuration)
    // With parts one begins nearer to the end, as EXT-X-SERVER-CONTROL tells.
    guard let start = playlist.start, !playlist.isComplete, playlist.partInf == nil, playlist.skip == nil
    else { return [] }
    let duration = playlist.duration
    let left = start.timeOffset < 0 ? -start.timeOffset : duration - start.timeOffset
    guard duration >= edge, left >= 0, left < edge - 0.001 else { return [] }
    return [
      found(
        .warning, facts.name, line: start.line + 1,
        "TIME-OFFSET is \(Timeline.text(left)) before the end of a live playlist, "
          + "less than three times EXT-X-TARGETDURATION, which is \(playlist.targetDuration)")
    ]
  }
}
