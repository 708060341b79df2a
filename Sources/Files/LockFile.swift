import CSystem
import Glibc
import Synchronization

/// A lock of the kernel on a file made for it in the folder that is meant. The file is deleted by its last holder,
/// while the lock is held; one that a kill left is taken over.
final class LockFile: Sendable {
  private let folder: Folder
  /// -1 once it is released.
  private let descriptor: Mutex<Int32>

  private init(_ folder: Folder, owning descriptor: Int32) {
    self.folder = folder
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  /// Makes the file where it is missing, and locks it; nil where another holds a lock that stands against this one.
  static func acquire(in folder: Folder, _ kind: FolderLock.Kind) throws(SystemError) -> LockFile? {
    for _ in 0..<64 {
      let file = try folder.createLockFile()
      let deed = "locking \(FilePath.join(folder.path, FolderLock.fileName))"
      guard !DiskWatch.refuses(.lockFile, folder.path), csystem_lock_file(file, kind == .exclusive) == 0
      else {
        let error = SystemError.last(deed)
        _ = close(file)
        // fcntl tells by either that another holds it.
        if error.code == EAGAIN || error.code == EACCES { return nil }
        // Nobody can hold a file that cannot be locked.
        if error.isWithoutLocks { _ = unlinkat(folder.descriptor, FolderLock.fileName, 0) }
        throw error
      }
      let held = LockFile(folder, owning: file)
      // Its last holder may have deleted it before we had the lock: then nobody else would see ours.
      if held.isNamed(file) { return held }
      held.forget()
    }
    throw SystemError(
      code: EAGAIN, deed: "locking \(folder.path)", reason: "its lock is replaced all the time")
  }

  /// Deletes the file, unless others hold it too, and lets the lock go. A second time it does nothing.
  func release() {
    let open = descriptor.withLock { open in
      defer { open = -1 }
      return open
    }
    guard open >= 0 else { return }
    // Whoever holds it alone may delete it: the rest would go on with a file that nobody else finds.
    if csystem_lock_file(open, true) == 0, isNamed(open) {
      _ = unlinkat(folder.descriptor, FolderLock.fileName, 0)
    }
    _ = close(open)
  }

  /// Whether the name is this file's still.
  private func isNamed(_ open: Int32) -> Bool {
    // Where that cannot be told the file stays, which is nobody's then.
    guard let mine = try? FileStatus.of(descriptor: open, named: FolderLock.fileName),
      let there = try? folder.status(FolderLock.fileName)
    else { return false }
    return there.isSame(as: mine)
  }

  /// Lets go of a file that has no name any more; another's may have taken it.
  private func forget() {
    descriptor.withLock { open in
      _ = close(open)
      open = -1
    }
  }
}

extension Folder {
  /// The descriptor is the caller's to close.
  fileprivate func createLockFile() throws(SystemError) -> Int32 {
    let name = try RelativePath(FolderLock.fileName, doing: "creating", in: path)
    guard !DiskWatch.refuses(.create, FilePath.join(path, FolderLock.fileName)) else {
      throw failure("creating", FolderLock.fileName)
    }
    let opened = try openBeneath(
      name, flags: O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, mode: 0o600, doing: "creating")
    do throws(SystemError) {
      guard try FileStatus.of(descriptor: opened, named: name.text).kind == .file else {
        throw SystemError(
          code: EINVAL, deed: "creating \(FilePath.join(path, name.text))", reason: "not a regular file")
      }
      return opened
    } catch {
      _ = close(opened)
      throw error
    }
  }
}
