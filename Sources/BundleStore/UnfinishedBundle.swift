import Files

/// A bundle that is not finished: `NAME.movpkg.partial`, with what its journal tells.
package struct UnfinishedBundle: Sendable, Hashable {
  /// The path as it was given, without slashes at its end.
  package let path: String
  package let identity: IdentityHash
  /// What the whole is going to be; nil when the run stopped before it knew.
  package let outlook: Outlook?
  /// Media files that the journal vouches for.
  package let files: Int
  /// Bytes of those files.
  package let bytes: Int64

  /// How much of the files is there, 0…1; nil when the number of files is not known.
  package var fraction: Double? {
    guard let outlook, outlook.files > 0 else { return nil }
    return min(1, Double(files) / Double(outlook.files))
  }

  /// Reads the journal of an unfinished bundle. No lock is taken: it may be growing.
  /// - Throws: `notABundle` for anything else, `tooNew`, `disk`.
  package static func open(_ path: String) throws(BundleError) -> UnfinishedBundle {
    let place = FilePath.withoutTrailingSlashes(path)
    let folder: Folder
    do throws(SystemError) {
      folder = try Folder.open(place)
    } catch {
      throw BundleError(
        error.isPermission || error.isDiskFailure ? .disk : .notABundle, "opening", place: place,
        reason: error.reason, system: error)
    }
    let journal = try Journal.read(in: folder, place: place)
    guard let header = journal.header else {
      throw BundleError(.notABundle, "opening", place: place, reason: "is not an unfinished bundle")
    }
    var totals = StreamTotals()
    for entry in journal.entries.values { totals.add(entry.file) }
    return UnfinishedBundle(
      path: place, identity: header.identity, outlook: journal.outlook, files: totals.files,
      bytes: totals.bytes)
  }
}
