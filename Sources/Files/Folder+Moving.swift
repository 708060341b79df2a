import CSystem
import Glibc

extension Folder {
  /// Moves what stands under a name directly in this folder to the same name in another one, which must have
  /// nothing there; `SystemError.isPresent` where it has.
  package func move(_ name: String, to other: Folder) throws(SystemError) {
    let deed = "moving \(FilePath.join(path, name)) to \(other.path)"
    _ = try RelativePath(name, doing: "moving", in: path)
    guard !name.utf8.contains(0x2F) else { throw SystemError(code: EINVAL, deed: deed) }
    let flags = UInt32(CSYSTEM_RENAME_NOREPLACE)
    if !DiskWatch.refuses(.rename, FilePath.join(other.path, name)),
      csystem_rename(descriptor, name, other.descriptor, name, flags) == 0
    {
      return
    }
    let error = SystemError.last(deed)
    guard error.isUnsupported else { throw error }
    guard try other.status(name) == nil else { throw SystemError(code: EEXIST, deed: deed) }
    guard renameat(descriptor, name, other.descriptor, name) == 0 else { throw .last(deed) }
  }

  /// Gives a file of another folder of the same file system a second name here, or where that cannot be done copies
  /// it. What stands under the name is replaced.
  ///
  /// - Parameter name: of one step, as is `new`.
  package func link(_ name: String, of other: Folder, as new: String) throws(SystemError) {
    _ = try RelativePath(name, doing: "linking", in: other.path)
    _ = try RelativePath(new, doing: "linking", in: path)
    if DiskWatch.refuses(.delete, FilePath.join(path, new))
      || (unlinkat(descriptor, new, 0) != 0 && errno != ENOENT)
    {
      throw .last("replacing \(FilePath.join(path, new))")
    }
    if !DiskWatch.refuses(.link, FilePath.join(path, new)),
      linkat(other.descriptor, name, descriptor, new, 0) == 0
    {
      return
    }
    let source = try other.openForReading(name)
    let copy = try createFile(new, exclusive: true)
    var portion = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try source.read(into: &portion)
      guard count > 0 else { break }
      try copy.write(Array(portion[..<count]))
    }
    try copy.close()
  }
}
