import Glibc

/// What the file system says of one name, links not followed.
package struct FileStatus: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file
    case folder
    case link
    /// A device, a socket, a named pipe.
    case other
  }

  package let kind: Kind
  /// Bytes; 0 or meaningless for anything but a file.
  package let size: Int64
  /// Bytes that it takes on the disk, as the file system counts them.
  package let stored: Int64
  /// The permission bits, at most 0o7777.
  package let mode: UInt32
  /// When the content last changed.
  package let modified: Instant
  package let inode: UInt64
  /// The file system that holds it.
  package let device: UInt64
  /// How many names the file has.
  package let links: Int

  init(_ raw: stat) {
    kind =
      switch raw.st_mode & 0o170000 {
      case 0o100000: .file
      case 0o040000: .folder
      case 0o120000: .link
      default: .other
      }
    size = Int64(raw.st_size)
    // Blocks are of 512 bytes, whatever the file system's own are.
    let (taken, overflow) = Int64(raw.st_blocks).multipliedReportingOverflow(by: 512)
    stored = overflow ? .max : max(0, taken)
    mode = raw.st_mode & 0o7777
    modified = Instant(seconds: Int64(raw.st_mtim.tv_sec), nanoseconds: Int32(raw.st_mtim.tv_nsec))
    inode = UInt64(raw.st_ino)
    device = UInt64(raw.st_dev)
    links = Int(raw.st_nlink)
  }

  /// Whether both are the same thing on disk.
  package func isSame(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

  /// The status of any path, given by a person: links are followed. Nil where nothing is there.
  package static func of(_ path: String) throws(SystemError) -> FileStatus? {
    var raw = stat()
    guard stat(path, &raw) != 0 else { return FileStatus(raw) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .last("looking at \(path)")
  }

  static func of(descriptor: Int32, named name: String) throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw .last("looking at \(name)") }
    return FileStatus(raw)
  }
}
