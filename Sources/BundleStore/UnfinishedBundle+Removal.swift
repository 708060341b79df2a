package import Files

extension UnfinishedBundle {
  /// Whether the folder has the journal of an unfinished bundle.
  package static func isOne(_ folder: Folder) -> Bool {
    (try? folder.status(Journal.name))?.kind == .file  // what cannot be looked at is none
  }

  /// When something in the folder of an unfinished bundle last changed, and what deleting it frees, in bytes.
  package static func look(at path: String) throws(BundleError) -> (lastChange: Instant, bytes: Int64) {
    try reading(path) { () throws(SystemError) in
      let folder = try Folder.open(path)
      var last = try folder.status("")?.modified ?? Instant(seconds: 0)
      var bytes: Int64 = 0
      for entry in try folder.walk() {
        last = max(last, entry.status.modified)
        let (sum, overflow) = bytes.addingReportingOverflow(entry.status.stored)
        bytes = overflow ? .max : sum
      }
      return (last, bytes)
    }
  }

  /// Deletes an unfinished bundle. What is not ours stays, and its folder with it.
  /// - Throws: `inUse` while another process works on it; `disk`.
  package static func remove(at path: String) throws(BundleError) {
    let lock = try writing(path) { () throws(SystemError) in try FolderLock.acquire(path) }
    guard let lock else {
      throw BundleError(
        .inUse, "deleting", place: path, reason: "another process is working on it",
        hint: "wait for it, or stop it")
    }
    try writing(path) { () throws(SystemError) in try Superseded.remove(lock, at: path) }
  }
}

extension BundleStaging {
  /// Deletes the unfinished bundle beside a path where it is of that title. What cannot be deleted or is locked stays.
  package static func discardUnfinished(of identity: IdentityHash, at path: String) {
    let partial = partialPath(for: path)
    guard let unfinished = try? UnfinishedBundle.open(partial), unfinished.identity == identity else {
      return
    }
    try? UnfinishedBundle.remove(at: partial)
  }
}
