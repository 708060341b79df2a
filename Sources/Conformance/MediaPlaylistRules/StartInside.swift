import Playlist

enum StartInside: Rule {
  static let identifier = "rfc8216bis-4.4.2.2-start-offset"
  static let asks = "TIME-OFFSET of EXT-X-START lies inside the playlist"
  static let why = "clients move it to the beginning or the end, where nobody wanted it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard let start = playlist.start, !playlist.segments.isEmpty, playlist.skip == nil else { return [] }
    let duration = playlist.duration
    guard abs(start.timeOffset) > duration + 0.001 else { return [] }
    return [
      found(
        .warning, facts.name, line: start.line + 1,
        "TIME-OFFSET is \(Timeline.text(start.timeOffset)), but the playlist lasts \(Timeline.text(duration))"
      )
    ]
  }
}
