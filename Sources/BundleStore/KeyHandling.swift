package import Files

/// What becomes of content keys (EXT-X-KEY, RFC 8216bis, 4.4.4.4).
package enum KeyHandling: String, Sendable, Hashable, CaseIterable {
  /// Kept in `keys/`, with the media as they were served.
  case store
  /// Used while packing and not kept: the media are stored in the clear.
  case decrypt
  /// Neither fetched nor kept: the bundle does not play by itself.
  case omit
}

extension KeyRecord {
  /// The file that KEY lines of local playlists name: `path`, or where the key of an omitted one would be; nil for a
  /// key that nothing names any more.
  package var namedPath: BundlePath? {
    if let path { return path }
    guard state == .omitted || state == .invalidated, let named = BundlePath("keys/\(id).m4s"),
      case .key = named.role
    else { return nil }
    return named
  }

  /// Whether some stream needs the key and its time is over: from the instant itself on.
  package func hasExpired(at now: Instant) -> Bool {
    guard state == .stored || state == .opaque, let expiresAt else { return false }
    return now.seconds >= expiresAt.seconds
  }
}
