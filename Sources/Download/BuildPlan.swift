package import Addresses
package import BundleStore
package import Playlist
package import Selection

/// What a build will do, as a value: printed by `--dry-run`, counted, tested, then carried out.
package struct BuildPlan: Sendable {
  package let title: String
  /// The path of the bundle to be.
  package internal(set) var destination: String
  /// Where the source answered.
  package let source: URI
  /// The source as the person named it.
  package let requested: URI
  package let identity: Identity
  /// The multivariant playlist; nil when the source is a bare media playlist.
  package let multivariant: MultivariantPlaylist?
  package internal(set) var map: TitleMap?
  package let choice: Choice?
  /// The source's own bytes, to be kept.
  package let original: [UInt8]
  /// The primary variant's stream first.
  package internal(set) var streams: [PlannedStream]
  package internal(set) var keys: [PlannedKey]
  package internal(set) var variants: [PlannedVariant]
  package internal(set) var renditions: [PlannedRendition]
  package let warnings: [String]
  /// What is a credential in this title's addresses: what was said, and the values that the source's own has.
  package var volatile = VolatileParameters()
  /// The source's address with the token that it was fetched with; nil: `requested`.
  var address: URI?
  /// It was made of playlists that a bundle keeps, without their credentials: nothing may be fetched by it.
  var isOfKept = false
  /// What becomes of content keys.
  package var keyHandling = KeyHandling.store
  /// What was asked for beside variants and renditions.
  package var extras = Extras()
  /// In the order of the source's lines; empty where it was not asked for.
  package var sessionData: [PlannedSessionData] = []
  /// Empty where they were not asked for.
  package var iFrameStreams: [PlannedTrickPlay] = []
  package var imageStreams: [PlannedTrickPlay] = []
  /// Bytes free for this user where the bundle will be; nil when it cannot be told.
  package let freeBytes: Int64?

  /// The title's identity as the bundle on disk has it that the plan is for; nil: a new one is made.
  var standingIdentity: IdentityHash?

  /// The title's identity as a bundle tells it.
  package var identityHash: IdentityHash { standingIdentity ?? IdentityHash(of: identity) }

  package var duration: Double {
    streams.filter { !$0.folder.kind.isTrickPlay }.map(\.duration).max() ?? 0
  }
  /// Both kinds.
  package var trickPlay: [PlannedTrickPlay] { iFrameStreams + imageStreams }
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
