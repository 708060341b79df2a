import Glibc
import Synchronization

/// Something that this module is about to ask of the system.
package enum DiskDeed: Sendable, Hashable, CaseIterable {
  case openToRead
  case create
  case makeFolder
  case write
  case truncate
  case setMode
  /// Of one file or one folder.
  case sync
  /// Of everything on the file system.
  case syncFileSystem
  case close
  case rename
  /// Of a second name to a file.
  case link
  case delete
  /// `flock` on a folder.
  case lockFolder
  /// `fcntl` on a lock file.
  case lockFile

  /// Whether something on disk, or what is known to be there, is another afterwards.
  package var changes: Bool { self != .openToRead && self != .lockFolder && self != .lockFile }
}

/// Sees what this module does beneath one folder and may have the system refuse it: how tests come by a full disk,
/// a failing one, and the order of what is written. Nothing outside of the process can set one.
///
/// Paths are compared as text, as the folders were opened. Several watches may stand at once.
package final class DiskWatch: Sendable {
  private static let count = Atomic<Int>(0)
  private static let watches = Mutex<[ObjectIdentifier: Watch]>([:])

  private struct Watch: Sendable {
    let path: String
    let decide: @Sendable (DiskDeed, String) -> Int32?
  }

  /// Watches until the object goes.
  ///
  /// - Parameters:
  ///   - path: the folder; what is done to itself counts too.
  ///   - decide: asked before each deed, on the thread that does it, with the path. nil lets it happen; else it
  ///     fails with that number, such as `ENOSPC`. Of bytes to write, the first half is written then.
  package init(beneath path: String, _ decide: @escaping @Sendable (DiskDeed, String) -> Int32?) {
    let watch = Watch(path: FilePath.withoutTrailingSlashes(path), decide: decide)
    let key = ObjectIdentifier(self)
    Self.watches.withLock { $0[key] = watch }
    Self.count.add(1, ordering: .sequentiallyConsistent)
  }

  deinit {
    let key = ObjectIdentifier(self)
    Self.watches.withLock { _ = $0.removeValue(forKey: key) }
    Self.count.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Whether a watch refuses it; then `errno` says why.
  static func refuses(_ deed: DiskDeed, _ path: @autoclosure () -> String) -> Bool {
    guard count.load(ordering: .relaxed) != 0 else { return false }
    let path = path()
    let asked = watches.withLock { watches in
      watches.values.filter { path == $0.path || path.hasPrefix($0.path + "/") }
    }
    // Asked outside of the lock: a watch may use the disk itself.
    for watch in asked {
      guard let code = watch.decide(deed, path) else { continue }
      errno = code
      return true
    }
    return false
  }
}
