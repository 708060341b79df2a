package import Playlist

/// One segment as a stream's listing has it.
package struct ListedSegment: Sendable, Hashable {
  /// The name of its file in the stream's folder.
  package var name: String
  /// Seconds; nil when the listing does not tell.
  package var duration: Double?
  package var isGap: Bool
  /// The name of the initialization section that it needs; nil when none.
  package var initialization: String?
  /// Media Sequence Number; nil when the listing does not tell.
  package var mediaSequence: Int64?
  package var discontinuitySequence: Int64

  package init(
    name: String, duration: Double?, isGap: Bool = false, initialization: String? = nil,
    mediaSequence: Int64? = nil, discontinuitySequence: Int64 = 0
  ) {
    self.name = name
    self.duration = duration
    self.isGap = isGap
    self.initialization = initialization
    self.mediaSequence = mediaSequence
    self.discontinuitySequence = discontinuitySequence
  }
}

/// One stream of a bundle: its listing and its local playlist.
package struct StreamFacts: Sendable {
  package enum Listing: Sendable {
    /// The segments, in order, of a listing that is the one the manifest means.
    case segments([ListedSegment])
    /// Why the listing is not that one.
    case faulty(String)
    /// It was not read: a rule on files says why.
    case unread
  }

  package var listingPath: String
  package var listing: Listing
  package var playlistPath: String
  /// Nil when it was not read, or is no media playlist: other rules say why.
  package var playlist: MediaPlaylist?
  /// Whether the playlist names parts of other streams' files and the listing has no segments of its own.
  package var isBorrowed: Bool

  package init(
    listingPath: String, listing: Listing, playlistPath: String, playlist: MediaPlaylist?,
    isBorrowed: Bool = false
  ) {
    self.isBorrowed = isBorrowed
    self.listingPath = listingPath
    self.listing = listing
    self.playlistPath = playlistPath
    self.playlist = playlist
  }
}
