package import BundleStore
package import Files

extension Manifest {
  /// Why the title must not be played any more, as the end of a sentence that begins with its place; nil while it may.
  /// - Parameter now: what the clock says.
  package func ending(at now: Instant) -> String? {
    if let tombstone {
      return "has \(tombstone.reason.rawValue), and was deleted \(tombstone.at.rfc3339)"
    }
    if isInvalidated { return "cannot be played any more: its keys were invalidated" }
    return hasExpired(at: now) ? "has expired" : nil
  }
}
