package import Playlist

/// The names in a playlist of either kind that the specification does not have.
package struct NameFacts: Sendable {
  /// What findings call the playlist.
  package let name: String
  /// Lines that begin as a tag does and are none.
  let tags: UnknownTags
  /// Attributes that their tags do not have.
  let attributes: UnknownNames

  package init(name: String, text: PlaylistText) {
    self.name = name
    tags = UnknownTags(in: text)
    attributes = unknownAttributes(in: text)
  }
}
