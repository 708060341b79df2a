package import BundleStore
package import Selection

/// Why nothing was removed.
package enum RemovalError: Error, Sendable {
  case bundle(BundleError)
  /// A word that means nothing, or that names nothing in the bundle.
  case selection(SelectionError)
  /// Too much would go.
  case refused(String, hint: String)
  /// Told to stop before the commit; the bundle is as it was.
  case stopped
}
