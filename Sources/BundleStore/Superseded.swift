import Files

/// Bundles whose place another one takes.
enum Superseded {
  /// Puts a finished bundle in the place of the one that is there, in one step where the file system can, and deletes
  /// that one. Where it cannot, the old one is renamed to `NAME.old` first.
  ///
  /// - Returns: false where nothing is there to be replaced.
  /// - Throws: `inUse` while another process changes the old one; `exists` for what is no bundle of ours.
  static func replace(_ final: String, by partial: String) throws(BundleError) -> Bool {
    switch try BundleStaging.existing(at: final) {
    case .none: return false
    case .foreign(let error): throw error
    case .unreadable(let error) where error.kind != .damaged: throw error
    case .unreadable, .ours: break
    }
    let lock = try writing(final) { () throws(SystemError) in try FolderLock.acquire(final) }
    guard let lock else {
      throw BundleError(
        .inUse, "replacing", place: final, reason: "another process is working on it",
        hint: "wait for it, or stop it")
    }
    let aside = try exchange(final, partial)
    try writing(final) { () throws(SystemError) in
      try Folder.open(FilePath.parent(final)).sync()
      try remove(lock, at: aside)
    }
    return true
  }

  /// Where the old one is then.
  private static func exchange(_ final: String, _ partial: String) throws(BundleError) -> String {
    try writing(final) { () throws(SystemError) in
      do throws(SystemError) {
        try exchangePaths(partial, final)
        return partial
      } catch {
        guard error.isUnsupported else { throw error }
      }
      let aside = final + ".old"
      try renameNoReplace(from: final, to: aside)
      try renameNoReplace(from: partial, to: final)
      return aside
    }
  }

  /// Deletes a bundle, finished or not: what has a name of ours. What has not stays, and its folders with it.
  ///
  /// The manifest goes first, so that nothing takes the rest for a whole bundle, and the journal last, by which the
  /// rest is known as ours.
  static func remove(_ lock: FolderLock, at path: String) throws(SystemError) {
    let folder = lock.folder
    let found = try folder.walk().reversed().filter {
      OwnNames.knows($0) && $0.path != Journal.name && $0.path != FolderLock.fileName
    }
    if found.contains(where: { $0.path == BundlePath.manifest.text }) {
      if try folder.status(Journal.name) == nil {
        try folder.createFile(Journal.name, mode: 0o600, exclusive: false).close()
      }
      try folder.removeIfThere(BundlePath.manifest.text)
    }
    for entry in found {
      if entry.status.kind == .file {
        try folder.removeIfThere(entry.path)
      } else if try folder.entries(entry.path, limit: 1_000_000).isEmpty {
        try folder.removeEmptyFolder(entry.path)
      }
    }
    try folder.removeIfThere(Journal.name)
    guard try folder.entries().allSatisfy({ $0 == FolderLock.fileName }) else { return }
    lock.removeFile()
    let parent = try Folder.open(FilePath.parent(path))
    try parent.removeEmptyFolder(FilePath.lastComponent(path))
    try parent.sync()
  }
}

extension BundleStaging {
  /// Deletes what work that was stopped right behind its commit left beside the bundle at the path: an older bundle,
  /// whose place it took, and an unfinished one whose media it took over. One that has media stays, and what cannot
  /// be deleted or is locked.
  package static func discardSpent(at path: String) {
    let place = FilePath.withoutTrailingSlashes(path)
    for aside in [partialPath(for: place), place + ".old"] {
      guard let status = try? FileStatus.of(aside), status.kind == .folder,
        let lock = try? FolderLock.acquire(aside), isSpent(lock.folder, at: aside, by: place)
      else { continue }
      try? Superseded.remove(lock, at: aside)
    }
  }

  private static func isSpent(_ folder: Folder, at place: String, by newer: String) -> Bool {
    guard let found = try? folder.walk(), found.allSatisfy(OwnNames.knows),
      let journal = try? Journal.read(in: folder, place: place)
    else { return false }
    // Folders alone hold nothing.
    if found.allSatisfy({ $0.status.kind == .folder }) { return true }
    if journal.exists {
      // An empty journal marks what was being deleted.
      let hasMedia = found.contains { entry in
        if case .media? = BundlePath(entry.path)?.role { true } else { false }
      }
      return journal.header == nil || !hasMedia
    }
    guard let old = try? OfflineBundle(open: folder, place: place),
      let new = try? OfflineBundle.open(newer), let before = old.manifest.history.last?.at,
      let after = new.manifest.history.last?.at
    else { return false }
    return before <= after
  }
}
