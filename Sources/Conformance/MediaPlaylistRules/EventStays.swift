import Playlist

enum EventStays: Rule {
  static let identifier = "rfc8216bis-4.4.3.5-event-slides"
  static let asks = "a playlist of type EVENT keeps all its segments"
  static let why = "players promise that one can go back to the start, and cache what they loaded"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard playlist.playlistType == .event, !playlist.endList, playlist.mediaSequence > 1 else { return [] }
    return [
      found(
        .warning, facts.name, line: facts.firstLine(with: .mediaSequence),
        "EXT-X-MEDIA-SEQUENCE is \(playlist.mediaSequence) in a playlist of type EVENT, "
          + "which must not lose segments")
    ]
  }
}
