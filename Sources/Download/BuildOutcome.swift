package import BundleStore

/// What a build did.
package struct BuildOutcome: Sendable {
  /// The bundle's path.
  package let path: String
  package let manifest: Manifest
  /// The bundle was there and whole before; nothing was fetched but playlists.
  package let wasThere: Bool
  /// Media files that an earlier, unfinished run had left.
  package let reusedFiles: Int
}
