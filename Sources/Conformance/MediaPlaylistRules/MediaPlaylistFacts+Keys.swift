import Playlist

extension MediaPlaylistFacts {
  /// Calls `body` for each EXT-X-KEY that something is encrypted with, once each.
  func forEachKey(_ body: (Key) -> Void) {
    var last = -1
    for keys in playlist.keySets {
      var highest = last
      for key in keys where key.line > last {
        body(key)
        highest = max(highest, key.line)
      }
      last = highest
    }
  }
}
