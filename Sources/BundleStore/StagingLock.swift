import Files

/// What a path names, a link in its last step not followed.
enum NamedPlace {
  /// Nil where nothing is, not even the folder that would hold it.
  static func status(_ path: String) throws(SystemError) -> FileStatus? {
    let parent: Folder
    do throws(SystemError) {
      parent = try Folder.open(FilePath.parent(path))
    } catch {
      guard error.isAbsent else { throw error }
      return nil
    }
    return try parent.status(FilePath.lastComponent(path))
  }
}

/// The lock on an unfinished bundle's folder.
enum StagingLock {
  /// Makes the folder where it is missing, and locks it.
  static func acquire(_ path: String) throws(BundleError) -> FolderLock {
    // The folder may be renamed to its final name between the steps: then a new one is made.
    for _ in 0..<8 {
      try checkOrMake(path)
      if let lock = try lockUnlessGone(path) { return lock }
    }
    throw BundleError(.inUse, "locking", place: path, reason: "it is being replaced all the time")
  }

  private static func checkOrMake(_ path: String) throws(BundleError) {
    if let status = try writing(path, { () throws(SystemError) in try NamedPlace.status(path) }) {
      guard status.kind == .folder else {
        throw BundleError(
          .exists, "using", place: path, reason: "is in the way and no unfinished bundle",
          hint: "move it away, or choose another place with -o")
      }
      return
    }
    do throws(SystemError) {
      _ = try Folder.create(path)
    } catch {
      // Another process made it, and may have renamed it since: the caller looks again.
      guard error.isPresent else { throw .writing(path, error) }
    }
  }

  /// Nil when the folder has gone.
  private static func lockUnlessGone(_ path: String) throws(BundleError) -> FolderLock? {
    let lock: FolderLock?
    do throws(SystemError) {
      lock = try FolderLock.acquire(path)
    } catch {
      if error.isAbsent { return nil }
      throw .writing(path, error)
    }
    guard let lock else {
      throw BundleError(
        .inUse, "locking", place: path, reason: "another process is working on it",
        hint: "wait for it, or stop it")
    }
    return lock
  }
}
