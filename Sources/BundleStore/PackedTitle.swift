/// What of a multivariant playlist is packed, by places in that playlist.
package struct PackedTitle: Sendable {
  /// Indices into the playlist's variants, the primary one first.
  package var variants: [Int]
  /// Indices into the playlist's renditions.
  package var renditions: Set<Int>
  /// The folder of the stream of each variant of the playlist, packed or not.
  package let variantFolders: [StreamFolder]
  /// The same of each rendition; nil for one that is muxed into the variants.
  package let renditionFolders: [StreamFolder?]
  /// Attributes of each EXT-X-SESSION-DATA that is packed, by its line.
  package var sessionData: [Int: String]
  /// The folder of each I-frame and image playlist that is packed, by its line.
  package var trickPlay: [Int: StreamFolder]
  /// Whole EXT-X-STREAM-INF lines, each followed by its URI line, where sound alone is packed; else empty.
  package var made: [String]

  package init(
    variants: [Int], renditions: Set<Int>, variantFolders: [StreamFolder], renditionFolders: [StreamFolder?],
    sessionData: [Int: String] = [:], trickPlay: [Int: StreamFolder] = [:], made: [String] = []
  ) {
    self.variants = variants
    self.renditions = renditions
    self.variantFolders = variantFolders
    self.renditionFolders = renditionFolders
    self.sessionData = sessionData
    self.trickPlay = trickPlay
    self.made = made
  }
}
