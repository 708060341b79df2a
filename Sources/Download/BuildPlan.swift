package import Addresses
package import BundleStore
package import Playlist
package import Selection

/// What a build will do, as a value: printed by `--dry-run`, counted, tested, then carried out.
package struct BuildPlan: Sendable {
  package let title: String
  /// The path of the bundle to be.
  package let destination: String
  /// Where the source answered.
  package let source: URI
  /// The source as the person named it.
  package let requested: URI
  package let identity: Identity
  /// The multivariant playlist; nil when the source is a bare media playlist.
  package let multivariant: MultivariantPlaylist?
  package let map: TitleMap?
  package let choice: Choice?
  /// The source's own bytes, to be kept.
  package let original: [UInt8]
  /// The primary variant's stream first.
  package let streams: [PlannedStream]
  package let keys: [PlannedKey]
  package let variants: [PlannedVariant]
  package let renditions: [PlannedRendition]
  package let warnings: [String]
  /// What is a credential in this title's addresses: what was said, and the values that the source's own has.
  package var volatile = VolatileParameters()
  /// Bytes free for this user where the bundle will be; nil when it cannot be told.
  package let freeBytes: Int64?

  package var duration: Double { streams.map(\.duration).max() ?? 0 }
  package var estimatedBytes: Int64 { streams.reduce(Int64(0)) { $0.addingSaturated($1.estimatedBytes) } }
}

/// A variant that will be in the bundle.
package struct PlannedVariant: Sendable {
  package let record: VariantRecord
  package let role: ChosenVariant.Role
  /// Why it was chosen, in a few words.
  package let reason: String
  /// Index into the plan's streams.
  package let stream: Int
  /// Addresses of redundant variants, without credentials.
  package let alternatives: [String]
}

/// A rendition that will be in the bundle.
package struct PlannedRendition: Sendable {
  package let record: RenditionRecord
  package let reason: String
  /// Index into the plan's streams; nil: its media is in the variant's own stream.
  package let stream: Int?
  /// Index into the source's renditions.
  package let index: Int
}
