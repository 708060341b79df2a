import Playlist

enum SegmentsPresent: Rule {
  static let identifier = "hlspack-no-segments"
  static let asks = "a media playlist has a segment"
  static let why = "there is nothing to play otherwise"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    // What has just begun may have parts or hints only; a delta update may leave out everything.
    guard playlist.segments.isEmpty, playlist.parts.isEmpty, playlist.preloadHints.isEmpty,
      playlist.skip == nil
    else { return [] }
    return [found(.warning, facts.name, "has no segments")]
  }
}
