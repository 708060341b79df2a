package import Addresses
package import Playlist

/// A media playlist of a source.
package struct MediaPlaylistFacts: Sendable {
  /// What a multivariant playlist uses it for: an index into that playlist's list of the kind.
  package enum Use: Sendable, Hashable {
    case variant(Int)
    case rendition(Int)
    case iFrames(Int)
    case images(Int)
  }

  /// What findings call it.
  package let name: String
  package let playlist: MediaPlaylist
  /// Where it was read from, after redirects; nil where that is not known.
  package let uri: URI?
  /// In the order of the multivariant playlist; empty when it was read alone.
  package let uses: [Use]
  /// For each segment the instant of its own EXT-X-PROGRAM-DATE-TIME; nil where it has none or an unreadable
  /// one. Empty when no segment has any.
  package let dates: [DateTime?]
  /// The date ranges, each with all tags of its ID put together.
  package let dateRanges: [DateRange]

  package init(name: String, playlist: MediaPlaylist, uri: URI? = nil, uses: [Use] = []) {
    self.name = name
    self.playlist = playlist
    self.uri = uri
    self.uses = uses
    dates = playlist.dateTimes
    dateRanges = playlist.mergedDateRanges
  }

  /// Whether it was read without a multivariant playlist that names it.
  package var isAlone: Bool { uses.isEmpty }
}
