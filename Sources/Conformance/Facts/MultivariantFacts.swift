package import Addresses
package import Playlist

/// The multivariant playlist of a source.
package struct MultivariantFacts: Sendable {
  /// What findings call it.
  package let name: String
  package let playlist: MultivariantPlaylist
  /// Where it was read from, after redirects; nil where that is not known.
  package let uri: URI?

  package init(name: String, playlist: MultivariantPlaylist, uri: URI? = nil) {
    self.name = name
    self.playlist = playlist
    self.uri = uri
  }
}
