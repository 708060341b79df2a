package import Playlist

/// What a manifest says of a title, and the multivariant playlist that must agree.
package struct TitleFacts: Sendable {
  /// One stream as the manifest has it.
  package struct Stream: Sendable, Hashable {
    /// Path of its local playlist.
    package var playlistPath: String
    /// Gaps as the manifest counts them.
    package var gaps: Int
    /// Gaps of the local playlist; nil when it could not be read.
    package var playlistGaps: Int?

    package init(playlistPath: String, gaps: Int, playlistGaps: Int?) {
      self.playlistPath = playlistPath
      self.gaps = gaps
      self.playlistGaps = playlistGaps
    }
  }

  /// A content key whose time is over.
  package struct ExpiredKey: Sendable, Hashable {
    package var id: String
    /// As text.
    package var since: String

    package init(id: String, since: String) {
      self.id = id
      self.since = since
    }
  }

  package var manifestPath: String
  package var playlistPath: String
  /// Nil when it was not read, or is no multivariant playlist: other rules say why.
  package var playlist: MultivariantPlaylist?
  package var streams: [Stream]
  /// Path of the local playlist of the primary variant; nil when there is none.
  package var primary: String?
  /// Gaps of all streams as the manifest sums them up.
  package var gaps: Int
  /// Gaps that are not the source's, as the manifest lists them.
  package var missing: Int
  /// Since when the title has expired, as text; nil when it has not.
  package var expiredSince: String?
  /// Keys that some stream needs and whose time is over, and since when.
  package var expiredKeys: [ExpiredKey] = []
  /// Whether a change was committed and its last steps are still to be done.
  package var isPending: Bool

  package init(
    manifestPath: String, playlistPath: String, playlist: MultivariantPlaylist?, streams: [Stream],
    primary: String?, gaps: Int, missing: Int, expiredSince: String? = nil, isPending: Bool = false
  ) {
    self.manifestPath = manifestPath
    self.playlistPath = playlistPath
    self.playlist = playlist
    self.streams = streams
    self.primary = primary
    self.gaps = gaps
    self.missing = missing
    self.expiredSince = expiredSince
    self.isPending = isPending
  }
}
