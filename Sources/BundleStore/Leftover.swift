import Digest
import Files

/// What an earlier run left in the folder of an unfinished bundle.
struct Leftover {
  /// What of it is good.
  struct Kept {
    var entries: [JournalEntry] = []
    var outlook: Outlook?
    /// Length of the journal to go on with; nil when a new one is to be written.
    var journalBytes: Int64?
  }

  let folder: Folder
  let place: String
  let header: JournalLine.Header

  /// Looks at what is there: goes on with it, or clears it away, or refuses to touch it.
  func takeUp(startAnew: Bool) throws(BundleError) -> Kept {
    let found = try writing(place) { () throws(SystemError) in
      // Where the folder is locked by a file, it is ours.
      try folder.walk().filter { $0.path != FolderLock.fileName }
    }
    try refuseForeign(found)
    let journal = try Journal.read(in: folder, place: place)
    if startAnew {
      guard isBegun(found) || journal.exists || hasManifest(found) else { throw notOurs(found) }
      try clear(found)
      return Kept()
    }
    if let told = journal.header {
      guard told.identity == header.identity else { throw anotherTitle() }
      return try keep(journal, told: told, found: found)
    }
    if hasManifest(found) { return try keepCommitted(found) }
    guard isBegun(found) || journal.exists else { throw notOurs(found) }
    try clear(found)
    return Kept()
  }

  /// Opens the journal for what comes.
  func openJournal(keeping kept: Kept) throws(BundleError) -> Journal {
    try writing(place, file: Journal.name) { () throws(SystemError) in
      if let bytes = kept.journalBytes { return try Journal.resume(in: folder, after: bytes) }
      let journal = try Journal.start(
        in: folder, header: header, outlook: kept.outlook, entries: kept.entries)
      // From here on the journal speaks, not the manifest of a commit that did not come to its end.
      try folder.removeIfThere(BundlePath.manifest.text)
      return journal
    }
  }

  /// Files that the journal vouches for: name and size, and the digest too when the machine was down since, or the
  /// disk refused to take them.
  private func keep(
    _ journal: Journal.Content, told: JournalLine.Header, found: [WalkEntry]
  ) throws(BundleError) -> Kept {
    let sizes = sizes(of: found)
    let isSameBoot = told.bootID != nil && told.bootID == header.bootID && !journal.isDoubted
    var entries: [JournalEntry] = []
    for entry in journal.entries.values where sizes[entry.path.text] == entry.file.bytes {
      if !isSameBoot, try !hasDigest(entry) { continue }
      entries.append(entry)
    }
    entries.sort { ($0.stream, $0.file.name) < ($1.stream, $1.file.name) }
    return Kept(
      entries: entries, outlook: journal.outlook, journalBytes: isSameBoot ? journal.wholeBytes : nil)
  }

  /// A commit that was stopped between the end of the journal and the rename: all was on the disk before.
  private func keepCommitted(_ found: [WalkEntry]) throws(BundleError) -> Kept {
    do throws(BundleError) {
      let bundle = try OfflineBundle(open: folder, place: place)
      guard bundle.manifest.identity == header.identity else { throw anotherTitle() }
      return Kept(entries: try entries(of: bundle, sizes: sizes(of: found)))
    } catch {
      guard error.kind == .damaged else { throw error }
      try clear(found)
      return Kept()
    }
  }

  private func entries(of bundle: OfflineBundle, sizes: [String: Int64]) throws(BundleError) -> [JournalEntry]
  {
    var entries: [JournalEntry] = []
    for stream in bundle.manifest.streams {
      try bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        let entry = JournalEntry(stream: stream.folder, file: file, identity: nil)
        if sizes[entry.path.text] == file.bytes { entries.append(entry) }
      }
    }
    return entries
  }

  /// False too for what the disk does not give back: it is written again then, elsewhere on the disk.
  private func hasDigest(_ entry: JournalEntry) throws(BundleError) -> Bool {
    do throws(SystemError) {
      let file = try folder.openForReading(entry.path.text)
      file.forgetCached()
      return try fileDigest(file).digest == entry.file.sha256
    } catch {
      guard error.isDiskFailure else { throw .writing(place, file: entry.path.text, error) }
      try writing(place, file: entry.path.text) { () throws(SystemError) in try folder.remove(entry.path.text)
      }
      return false
    }
  }

  private func sizes(of found: [WalkEntry]) -> [String: Int64] {
    var sizes: [String: Int64] = [:]
    for entry in found where entry.status.kind == .file { sizes[entry.path] = entry.status.size }
    return sizes
  }

  /// Nothing but what a run leaves that was killed before it had a journal.
  private func isBegun(_ found: [WalkEntry]) -> Bool {
    found.allSatisfy { $0.status.kind == .file && OwnNames.isScratch($0.path) }
  }

  private func hasManifest(_ found: [WalkEntry]) -> Bool {
    found.contains { $0.path == BundlePath.manifest.text && $0.status.kind == .file }
  }
}

// MARK: - What is not ours

extension Leftover {
  /// Only what the grammar of names knows may be deleted, so nothing else may be there.
  private func refuseForeign(_ found: [WalkEntry]) throws(BundleError) {
    guard let foreign = found.first(where: { !OwnNames.knows($0) }) else { return }
    throw BundleError(
      .exists, "using", place: place, reason: "holds \(quoted(foreign.path)), which is not hlspack's",
      hint: "move it away, or choose another place with -o")
  }

  private func notOurs(_ found: [WalkEntry]) -> BundleError {
    BundleError(
      .exists, "using", place: place, reason: "is in the way and no unfinished bundle",
      hint: "move it away, or choose another place with -o")
  }

  private func anotherTitle() -> BundleError {
    BundleError(
      .exists, "using", place: place, reason: "is the unfinished bundle of another title",
      hint: "finish or delete that one, or choose another place with -o")
  }

  /// Deletes what was found, all of which has names of ours; the journal goes last.
  private func clear(_ found: [WalkEntry]) throws(BundleError) {
    try writing(place) { () throws(SystemError) in
      for entry in found.reversed() where entry.path != Journal.name {
        if entry.status.kind == .folder {
          try folder.removeEmptyFolder(entry.path)
        } else {
          try folder.remove(entry.path)
        }
      }
      try folder.removeIfThere(Journal.name)
    }
  }
}

/// The names that may stand in the folder of an unfinished bundle.
enum OwnNames {
  static func knows(_ entry: WalkEntry) -> Bool {
    switch entry.status.kind {
    case .folder: entry.path == "Data" || entry.path == "keys" || StreamFolder(entry.path) != nil
    case .file: BundlePath(entry.path) != nil || isScratch(entry.path)
    default: false
    }
  }

  /// Files that never become part of a bundle.
  static func isScratch(_ path: String) -> Bool {
    if [Journal.name, Journal.newName, FolderLock.fileName].contains(path) { return true }
    if Folder.isTemporaryName(FilePath.lastComponent(path)) { return true }
    guard let slash = path.utf8.firstIndex(of: 0x2F), StreamFolder(path[..<slash]) != nil else {
      return false
    }
    return MediaFileName.isScratch(path[path.utf8.index(after: slash)...])
  }
}

extension Folder {
  /// Deletes a file; that none is there is no error.
  func removeIfThere(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try remove(path)
    } catch {
      guard error.isAbsent else { throw error }
    }
  }
}
