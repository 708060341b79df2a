import Digest
package import Files
import JSON

/// A bundle on disk, open for reading. Its manifest is whole, within the grammar of names, and agrees with
/// SHA256SUMS; of the other files nothing is known yet.
///
/// Readers take no lock. Work that a commit left to do counts as done.
package struct OfflineBundle: Sendable {
  /// The path as it was given, without slashes at its end.
  package let path: String
  /// Files are reached beneath it, links are not followed.
  package let folder: Folder
  package let manifest: Manifest
  /// Of `hlspack.json`.
  package let manifestFile: FileRecord
  /// Of the bytes of `hlspack.json` when they were read.
  let written: SHA256Digest

  /// Opens a bundle.
  /// - Throws: `notABundle` for what hlspack did not make, `tooNew` for a newer version's, `damaged` for what
  ///   is ours but unreadable, changed or without its manifest, `disk`.
  package static func open(_ path: String) throws(BundleError) -> OfflineBundle {
    let place = FilePath.withoutTrailingSlashes(path)
    let folder: Folder
    do throws(SystemError) {
      folder = try Folder.open(place)
    } catch {
      throw unopened(place, error)
    }
    return try OfflineBundle(open: folder, place: place)
  }

  init(open folder: Folder, place: String) throws(BundleError) {
    let read = try ManifestFile.read(in: folder, place: place)
    path = place
    self.folder = folder
    manifest = read.manifest
    manifestFile = read.record
    written = read.written
  }

  /// Why a path cannot be opened as a folder.
  package static func unopened(_ place: String, _ error: SystemError) -> BundleError {
    if error.isAbsent || !(error.isPermission || error.isDiskFailure) {
      return BundleError(.notABundle, "opening", place: place, reason: error.reason, system: error)
    }
    return BundleError(.disk, "opening", place: place, reason: error.reason, system: error)
  }
}

// MARK: - Files

extension OfflineBundle {
  /// Where the file is to be read: under its own name, or, as long as a commit's renames are not done, under
  /// the name where its new version waits.
  package func location(of path: BundlePath) throws(BundleError) -> String {
    guard manifest.pending.renames.contains(path) else { return path.text }
    let waiting = PendingWork.waitingName(of: path)
    let isWaiting = try reading(self.path, file: waiting) { () throws(SystemError) in
      try folder.status(waiting) != nil
    }
    return isWaiting ? waiting : path.text
  }

  package func openForReading(_ path: BundlePath) throws(BundleError) -> OpenFile {
    let location = try location(of: path)
    return try reading(self.path, file: path.text) { () throws(SystemError) in
      try folder.openForReading(location)
    }
  }

  /// The content of a file of at most `limit` bytes; a longer one is damage.
  package func read(_ path: BundlePath, limit: Int) throws(BundleError) -> [UInt8] {
    let location = try location(of: path)
    return try reading(self.path, file: path.text) { () throws(SystemError) in
      try folder.readWhole(location, limit: limit)
    }
  }

  /// What stands at the path; nil where nothing does.
  package func status(of path: BundlePath) throws(BundleError) -> FileStatus? {
    let location = try location(of: path)
    return try reading(self.path, file: path.text) { () throws(SystemError) in try folder.status(location) }
  }

  /// A reader of a stream's listing. It does not look at the listing's own digest: `listing` does.
  package func listingReader(of stream: StreamFolder) throws(BundleError) -> StreamListingReader {
    StreamListingReader(try openForReading(.listing(of: stream)), of: stream, place: path)
  }

  /// Reads a stream's listing file by file, in flat memory.
  /// - Throws: also what `body` throws; `damaged` at the end when the listing is not the one that the
  ///   manifest means. Until then its files are within the grammar, but may be wrong.
  package func forEachFile(
    of stream: StreamRecord, _ body: (StreamFile) throws(BundleError) -> Void
  ) throws(BundleError) {
    var reader = try listingReader(of: stream.folder)
    while let file = try reader.next() { try body(file) }
    let file = BundlePath.listing(of: stream.folder).text
    guard reader.sha256 == stream.sha256 else {
      throw .damaged(path, file: file, "does not have the digest that the manifest says")
    }
    let (said, found) = (stream.totals, reader.totals)
    guard said.files == found.files, said.segments == found.segments, said.gaps == found.gaps,
      said.bytes == found.bytes
    else { throw .damaged(path, file: file, "does not have the sums that the manifest says") }
  }

  /// A stream's listing, whole, with the digest that the manifest says.
  package func listing(of stream: StreamRecord) throws(BundleError) -> StreamListing {
    var files: [StreamFile] = []
    try forEachFile(of: stream) { (file) throws(BundleError) in files.append(file) }
    return StreamListing(folder: stream.folder, source: stream.source, files: files)
  }

  /// Every file that the bundle is made of but SHA256SUMS and `state.json`: the manifest, the files it names,
  /// then the files of each stream.
  package func forEachFile(_ body: (FileRecord) throws(BundleError) -> Void) throws(BundleError) {
    try body(manifestFile)
    for file in manifest.files { try body(file) }
    for stream in manifest.streams {
      let text = stream.folder.text
      try forEachFile(of: stream) { (file) throws(BundleError) in
        let path = BundlePath.media(file.name, of: stream.folder, text: text)
        try body(FileRecord(path: path, bytes: file.bytes, sha256: file.sha256))
      }
    }
  }

  /// The text that SHA256SUMS must have, as manifest and listings say; while work of a commit is pending, the
  /// text that it has when that is done.
  package func expectedSums() throws(BundleError) -> [UInt8] {
    var lines: [Sums.Line] = []
    try forEachFile { (file) throws(BundleError) in
      lines.append(Sums.Line(path: file.path, sha256: file.sha256))
    }
    if !manifest.pending.isEmpty { lines[0].sha256 = manifestFile.sha256 }
    return Sums.text(of: lines)
  }
}
