package import BundleStore
package import Files

/// What `list` tells of a library: each of its bundles, finished or not, in the order of their paths.
package struct LibraryListing: Sendable {
  /// One bundle.
  package struct Entry: Sendable {
    package let path: String
    /// The error of one that cannot be read.
    package let report: Result<BundleReport, BundleError>
  }

  package let entries: [Entry]
  /// Paths of folders that cannot be looked into.
  package let closed: [String]

  /// Looks through a folder, on a thread of its own. Files of bundles are looked for, not read.
  /// - Parameter instant: the time it is, for what expires.
  /// - Throws: `notABundle` for what is no folder; `disk`.
  package static func of(_ path: String, at instant: Instant) async throws(BundleError) -> LibraryListing {
    try await OwnThreads.value(for: path) { () throws(BundleError) in
      let library = try Library(at: path)
      let paths = (library.bundles + library.unfinished).sorted()
      let unreadable = library.unreadable.map { Entry(path: $0.place, report: .failure($0)) }
      return LibraryListing(
        entries: paths.map { entry($0, at: instant) } + unreadable, closed: library.closed)
    }
  }

  private static func entry(_ path: String, at instant: Instant) -> Entry {
    do throws(BundleError) {
      return Entry(path: path, report: .success(try BundleReport.open(path, at: instant)))
    } catch {
      return Entry(path: path, report: .failure(error))
    }
  }
}
