package import Playlist

/// All playlists of a source together.
package struct PresentationFacts: Sendable {
  /// Nil when a media playlist was read alone.
  package let multivariant: MultivariantFacts?
  /// Each once, however many lines name it, in the order of their first use. Those that could not be read are
  /// not here.
  package let media: [MediaPlaylistFacts]
  /// Whether every media playlist that the multivariant one names is among `media`.
  package let isWhole: Bool

  package init(multivariant: MultivariantFacts?, media: [MediaPlaylistFacts], isWhole: Bool) {
    self.multivariant = multivariant
    self.media = media
    self.isWhole = isWhole
  }

  package func variant(_ use: MediaPlaylistFacts.Use) -> Variant? {
    guard case .variant(let index) = use else { return nil }
    return multivariant?.playlist.variants[index]
  }

  package func rendition(_ use: MediaPlaylistFacts.Use) -> Rendition? {
    guard case .rendition(let index) = use else { return nil }
    return multivariant?.playlist.renditions[index]
  }
}
