package import Playlist

/// What is packed of a title, and why; and what is not.
package struct Choice: Sendable, Hashable {
  /// The primary variant first. Several lines may name one playlist: that is one stream. Empty where sound
  /// alone is packed and the title has no variant of sound alone.
  package var variants: [ChosenVariant] = []
  /// In the order of the playlist; only of groups that the chosen variants name.
  package var renditions: [ChosenRendition] = []
  /// In the order of the playlist, variants first.
  package var leftOut: [LeftOut] = []
  /// What a person should know who gets less than was asked for, or something else.
  package var warnings: [String] = []
}

package struct ChosenVariant: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable {
    /// What offline playback is made for.
    case primary
    /// Packed beside it.
    case auxiliary
  }

  package let variant: Variant
  /// Its place in the playlist's variants.
  package let index: Int
  package let role: Role
  /// A short sentence for people.
  package let reason: String
  /// Places of variants that are the same from another source (RFC 8216, 6.2.4, redundant variants).
  package let alternatives: [Int]

  package init(variant: Variant, index: Int, role: Role, reason: String, alternatives: [Int]) {
    self.variant = variant
    self.index = index
    self.role = role
    self.reason = reason
    self.alternatives = alternatives
  }
}

package struct ChosenRendition: Sendable, Hashable {
  package let rendition: Rendition
  /// Its place in the playlist's renditions.
  package let index: Int
  /// A short sentence for people.
  package let reason: String

  package init(rendition: Rendition, index: Int, reason: String) {
    self.rendition = rendition
    self.index = index
    self.reason = reason
  }
}

package struct LeftOut: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case variant
    case rendition
  }

  package let subject: Subject
  /// Its place in the playlist's variants or renditions.
  package let index: Int
  /// A short sentence for people, beginning with "left out".
  package let reason: String
}
