import CSystem
import Glibc

/// A lock on a folder, held against every other process until it is released or the process ends.
///
/// It is the kernel's: `flock` on the folder itself, so that no lock file is left behind, whatever happens. Where a
/// file system has no such locks, or may be in use by other machines, which know nothing of each other's locks on
/// folders, the lock is on `.hlspack.lock` in the folder (`LockFile`), which goes with it.
package final class FolderLock: Sendable {
  /// The name of the file that is locked where the folder cannot be. It may be left by a kill and is nobody's then.
  package static let fileName = ".hlspack.lock"

  package enum Kind: Sendable {
    /// Nobody else holds any lock on the folder.
    case exclusive
    /// Others may hold a shared one too.
    case shared
  }

  /// The locked folder, open.
  package let folder: Folder
  private let file: LockFile?

  private init(_ folder: Folder, _ file: LockFile?) {
    self.folder = folder
    self.file = file
  }

  deinit { release() }

  /// Ends the lock, whoever still refers to it. Nothing may be done in the folder afterwards.
  package func release() {
    file?.release()
    // Explicitly, since others may keep the folder open. Unlocking what is open cannot fail.
    _ = flock(folder.descriptor, LOCK_UN)
  }

  /// Takes the lock file away while the lock is held still, so that the folder can be deleted. Nobody may rely on
  /// the lock from then on where it was that file's.
  package func removeFile() { file?.release() }

  /// Opens and locks the folder at the path; nil where another holds a lock that stands against this one.
  ///
  /// The lock is on the folder that the path names once the lock is held, not on one renamed away meanwhile.
  /// - Throws: where there is no folder, or its file system knows no lock of any kind.
  package static func acquire(
    _ path: String, kind: Kind = .exclusive
  ) throws(SystemError) -> FolderLock? {
    for _ in 0..<16 {
      let folder = try Folder.open(path)
      guard let held = try lock(folder, kind) else { return nil }
      let mine = try FileStatus.of(descriptor: folder.descriptor, named: path)
      if let there = try FileStatus.of(path), there.isSame(as: mine) { return held }
    }
    throw SystemError(code: EAGAIN, deed: "locking \(path)", reason: "it is being replaced all the time")
  }

  private static func lock(_ folder: Folder, _ kind: Kind) throws(SystemError) -> FolderLock? {
    switch lockFolder(folder, kind) {
    case .held:
      guard reachesOtherMachines(folder) else { return FolderLock(folder, nil) }
      do throws(SystemError) {
        return try LockFile.acquire(in: folder, kind).map { FolderLock(folder, $0) }
      } catch {
        // This machine alone is told then: more than that the file system does not know.
        guard error.isWithoutLocks else { throw error }
        return FolderLock(folder, nil)
      }
    case .taken: return nil
    case .failed(let code):
      let error = SystemError(code: code, deed: "locking \(folder.path)")
      guard error.isWithoutLocks else { throw error }
      return try LockFile.acquire(in: folder, kind).map { FolderLock(folder, $0) }
    }
  }

  private enum Attempt {
    case held
    case taken
    case failed(Int32)
  }

  private static func lockFolder(_ folder: Folder, _ kind: Kind) -> Attempt {
    let operation = (kind == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
    while DiskWatch.refuses(.lockFolder, folder.path) || flock(folder.descriptor, operation) != 0 {
      if errno == EWOULDBLOCK { return .taken }
      guard errno == EINTR else { return .failed(errno) }
    }
    return .held
  }

  private static func reachesOtherMachines(_ folder: Folder) -> Bool {
    isShared(fileSystem: csystem_file_system(folder.descriptor))
  }

  /// Whether a file system of this kind (`f_type` of statfs) may be in use by several machines, or by a program that
  /// hands on locks on files alone: NFS, SMB, Ceph, AFS, 9P, GFS2, OCFS2, FUSE.
  package static func isShared(fileSystem kind: Int64) -> Bool {
    [
      0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x00C3_6400, 0x6B41_4653, 0x5346_414F, 0x0102_1997,
      0x0116_1970,
      0x7461_636F, 0x6573_5546,
    ].contains(kind)
  }
}

extension SystemError {
  /// The file system has no locks of the kind that was asked for. `EBADF`: NFS wants a file that is open for writing.
  var isWithoutLocks: Bool { isUnsupported || code == ENOLCK || code == EBADF }
}
