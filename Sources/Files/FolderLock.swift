import Glibc

/// A lock on a folder, held against every other process until it is released or the process ends.
///
/// It is the kernel's (`flock` on the folder itself): no lock file is left behind, whatever happens.
package final class FolderLock: Sendable {
  package enum Kind: Sendable {
    /// Nobody else holds any lock on the folder.
    case exclusive
    /// Others may hold a shared one too.
    case shared
  }

  /// The locked folder, open.
  package let folder: Folder

  private init(_ folder: Folder) {
    self.folder = folder
  }

  deinit {
    // Explicitly, since others may keep the folder open. Unlocking what is open cannot fail.
    _ = flock(folder.descriptor, LOCK_UN)
  }

  /// Opens and locks the folder at the path; nil where another holds a lock that stands against this one.
  ///
  /// The lock is on the folder that the path names once the lock is held, not on one renamed away meanwhile.
  package static func acquire(
    _ path: String, kind: Kind = .exclusive
  ) throws(SystemError) -> FolderLock? {
    for _ in 0..<16 {
      let folder = try Folder.open(path)
      guard try lock(folder, kind) else { return nil }
      let held = FolderLock(folder)
      let mine = try FileStatus.of(descriptor: folder.descriptor, named: path)
      if let there = try FileStatus.of(path), there.isSame(as: mine) { return held }
    }
    throw SystemError(code: EAGAIN, deed: "locking \(path)", reason: "it is being replaced all the time")
  }

  private static func lock(_ folder: Folder, _ kind: Kind) throws(SystemError) -> Bool {
    let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
    while flock(folder.descriptor, operation) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .last("locking \(folder.path)") }
    }
    return true
  }
}
