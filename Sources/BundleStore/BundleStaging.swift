import Digest
package import Files
import JSON
import Synchronization

/// A bundle that is being made: the folder `NAME.movpkg.partial` beside the place it is for, locked as long
/// as this object lives. What is whole in it stays when the work fails; the next `begin` goes on from there.
///
/// Calls may come from several threads at once; all of them block.
package final class BundleStaging: Sendable {
  /// Where the bundle will be.
  package let finalPath: String
  /// Where it is made.
  package let partialPath: String
  package let identity: IdentityHash
  /// The folder at `partialPath`.
  package let folder: Folder

  /// Whether a bundle at the final path is replaced.
  let replaces: Bool
  private let lock: FolderLock
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var journal: Journal
    /// What earlier runs left whole; emptied by `resume`.
    var kept: [JournalEntry]
    var streams: [StreamFolder: Folder] = [:]
    var files: [BundlePath: FileRecord] = [:]
  }

  private init(
    finalPath: String, partialPath: String, identity: IdentityHash, replaces: Bool, lock: FolderLock,
    journal: consuming Journal, kept: [JournalEntry]
  ) {
    self.replaces = replaces
    self.finalPath = finalPath
    self.partialPath = partialPath
    self.identity = identity
    self.lock = lock
    folder = lock.folder
    state = Mutex(State(journal: journal, kept: kept))
  }

  /// The path of the unfinished bundle for a bundle at `path`.
  package static func partialPath(for path: String) -> String {
    FilePath.withoutTrailingSlashes(path) + ".partial"
  }

  /// Makes, or takes up again, the unfinished bundle for a path whose parent folder exists.
  ///
  /// - Parameters:
  ///   - bootID: which start of the machine this is; nil when unknown. Files of another one, or of an unknown
  ///     one, are read and compared with their digests, which takes its time.
  ///   - startAnew: forget what an earlier run left, whatever title it was for.
  ///   - replaces: `commit` takes the place of a bundle that is there.
  /// - Throws: `inUse` while another process works on it; `exists` when the path of the unfinished bundle is
  ///   taken by something else or by another title; `disk`.
  package static func begin(
    at path: String, identity: IdentityHash, bootID: String?, startAnew: Bool = false, replaces: Bool = false
  ) throws(BundleError) -> BundleStaging {
    let partialPath = partialPath(for: path)
    let lock = try StagingLock.acquire(partialPath)
    let header = JournalLine.Header(identity: identity, bootID: bootID)
    let leftover = Leftover(folder: lock.folder, place: partialPath, header: header)
    let kept = try leftover.takeUp(startAnew: startAnew)
    let journal = try leftover.openJournal(keeping: kept)
    return BundleStaging(
      finalPath: FilePath.withoutTrailingSlashes(path), partialPath: partialPath, identity: identity,
      replaces: replaces, lock: lock, journal: journal, kept: kept.entries)
  }
}

// MARK: - While media come

extension BundleStaging {
  /// The files that earlier runs left whole and that are still wanted. Those that are not are deleted and
  /// forgotten, so that nothing vouches for what is written in their place. To be called once, before the
  /// first file is written.
  package func resume(_ isWanted: (JournalEntry) -> Bool) throws(BundleError) -> [JournalEntry] {
    let kept = state.withLock { state in
      let kept = state.kept
      state.kept = []
      return kept
    }
    let wanted = kept.filter(isWanted)
    guard wanted.count < kept.count else { return wanted }
    let places = Set(wanted.map(\.position))
    let unwanted = kept.filter { !places.contains($0.position) }
    try append(unwanted.map { .dropped($0.position) })
    for entry in unwanted {
      try writing(partialPath, file: entry.path.text) { () throws(SystemError) in
        try folder.removeIfThere(entry.path.text)
      }
    }
    return wanted
  }

  /// The folder of a stream, made where it is missing.
  package func streamFolder(_ stream: StreamFolder) throws(BundleError) -> Folder {
    try state.withLock { (state) throws(BundleError) in
      if let open = state.streams[stream] { return open }
      let opened = try writing(partialPath, file: stream.text) { () throws(SystemError) in
        try madeFolder(stream.text)
      }
      state.streams[stream] = opened
      return opened
    }
  }

  /// Notes media files that are whole under their final names, with all their bytes written and the file
  /// closed.
  package func record(_ entries: [JournalEntry]) throws(BundleError) {
    try append(entries.map { .file($0) })
  }

  /// Tells those who look at the unfinished bundle what it is going to be.
  package func note(_ outlook: Outlook) throws(BundleError) {
    try append([.outlook(outlook)])
  }

  /// Writes a file that is none of a stream's media: playlists, keys, artwork, files of `Data/`.
  /// - Parameter mode: permission bits; nil leaves them to the process's mask. Keys take 0600.
  /// - Returns: what the manifest will say of the file; `commit` knows it already.
  @discardableResult
  package func put(_ path: BundlePath, _ bytes: [UInt8], mode: UInt32? = nil) throws(BundleError)
    -> FileRecord
  {
    try writing(partialPath, file: path.text) { () throws(SystemError) in
      if let slash = path.text.utf8.firstIndex(of: 0x2F) { _ = try madeFolder(String(path.text[..<slash])) }
      // A key must not be readable by others for a moment either.
      let file = try folder.createFile(path.text, mode: mode ?? 0o666, exclusive: false)
      if let mode { try file.setMode(mode) }
      try file.write(bytes)
      try file.close()
    }
    let record = FileRecord(path: path, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes))
    note(record)
    return record
  }

  /// Removes the unfinished bundle where nothing of worth is in it: nothing was recorded or put, by an earlier run
  /// either. What cannot be removed stays, as an unfinished bundle does.
  package func discardEmpty() {
    let isEmpty = state.withLock { $0.kept.isEmpty && $0.files.isEmpty && $0.streams.isEmpty }
    let names = try? folder.entries().filter { $0 != FolderLock.fileName }
    guard isEmpty, names == [Journal.name] else { return }
    try? folder.remove(Journal.name)
    releaseLock()
    try? Folder.open(FilePath.parent(partialPath)).removeEmptyFolder(FilePath.lastComponent(partialPath))
  }

  /// Notes that what was written may not be on the disk, whatever the next attempt to bring it there says.
  private func doubt() {
    try? append([.doubted])  // a disk that takes no line either has nothing to go on with
  }

  /// To be called when nothing more is done in the folder.
  func releaseLock() { lock.removeFile() }

  /// Lets go of the folder, whoever still refers to this; to be called when nothing more is done in it.
  package func close() { lock.release() }

  /// Brings all that was written to the disk.
  package func sync() throws(BundleError) {
    do throws(BundleError) {
      try writing(partialPath) { () throws(SystemError) in try folder.syncFileSystem() }
    } catch {
      // The kernel tells of lost writes once: a second attempt would succeed and bring nothing back.
      doubt()
      throw error
    }
  }

  /// Deletes the unfinished bundle: what was worth keeping has gone elsewhere. What is not ours stays.
  package func discard() throws(BundleError) {
    try writing(partialPath) { () throws(SystemError) in try Superseded.remove(lock, at: partialPath) }
  }

  /// What was put so far, by path.
  package var putFiles: [FileRecord] {
    state.withLock { Array($0.files.values) }.sorted { $0.path < $1.path }
  }

  func note(_ record: FileRecord) {
    state.withLock { $0.files[record.path] = record }
  }

  private func append(_ lines: [JournalLine]) throws(BundleError) {
    try state.withLock { (state) throws(BundleError) in
      try writing(partialPath, file: Journal.name) { () throws(SystemError) in try state.journal.append(lines)
      }
    }
  }

  private func madeFolder(_ name: String) throws(SystemError) -> Folder {
    do throws(SystemError) {
      return try folder.makeFolder(name)
    } catch {
      guard error.isPresent else { throw error }
      return try folder.folder(name)
    }
  }
}
