/// An archive that cannot be read or written: what was being done, and why it could not be.
package struct ArchiveError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done on what, such as `reading film.movpkg.tar`.
  package let deed: String
  /// The reason as a clause, lower case, without a full stop.
  package let reason: String

  package var description: String { "\(deed): \(reason)" }
}
