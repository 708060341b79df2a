import CSystem
import Glibc

/// An open folder. Whatever is reached through it lies beneath it, and no link is followed on the way.
///
/// Paths given to its methods are relative, with `/` between names; the empty path is the folder itself.
/// A path with `..`, `.`, an empty step or a leading `/` is refused (`SystemError.isEscape`).
package final class Folder: Sendable {
  /// The open descriptor, close-on-exec; closed when the folder goes.
  package let descriptor: Int32
  /// The folder as messages name it: the path it was opened by.
  package let path: String

  init(owning descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // Only reading was done through it: closing has nothing to tell.
    _ = close(descriptor)
  }

  /// Opens a folder by a path that a person gave: links in that path are followed.
  package static func open(_ path: String) throws(SystemError) -> Folder {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL, deed: "opening \(path)") }
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("opening \(path)") }
    return Folder(owning: descriptor, path: path)
  }

  /// Makes a folder, which must not be there yet, in a parent that must; opens it.
  package static func create(_ path: String, mode: UInt32 = 0o777) throws(SystemError) -> Folder {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL, deed: "creating \(path)") }
    guard !DiskWatch.refuses(.makeFolder, path), mkdir(path, mode_t(mode)) == 0 else {
      throw .last("creating \(path)")
    }
    return try open(path)
  }

  /// Makes the folder and what is missing above it; opens it. One that is there already is no error.
  package static func createWithParents(_ path: String, mode: UInt32 = 0o777) throws(SystemError) -> Folder {
    guard !path.utf8.contains(0) else { throw SystemError(code: EINVAL, deed: "creating \(path)") }
    var missing: [String] = []
    var next = FilePath.withoutTrailingSlashes(path)
    while DiskWatch.refuses(.makeFolder, next) || mkdir(next, mode_t(mode)) != 0 {
      if errno == EEXIST { break }
      guard errno == ENOENT, !next.isEmpty, next != ".", next != "/" else { throw .last("creating \(next)") }
      missing.append(next)
      next = FilePath.parent(next)
    }
    for folder in missing.reversed() where mkdir(folder, mode_t(mode)) != 0 && errno != EEXIST {
      throw .last("creating \(folder)")
    }
    return try open(path)
  }

  /// Opens a folder beneath this one.
  package func folder(_ relative: String) throws(SystemError) -> Folder {
    let checked = try RelativePath(relative, doing: "opening", in: path)
    let opened = try openBeneath(checked, flags: O_RDONLY | O_DIRECTORY, doing: "opening")
    return Folder(owning: opened, path: FilePath.join(path, relative))
  }

  /// Makes one folder, which must not be there yet; opens it. The mode is subject to the process's mask.
  @discardableResult
  package func makeFolder(_ relative: String, mode: UInt32 = 0o777) throws(SystemError) -> Folder {
    try withParent(of: relative, doing: "creating") { (parent, name) throws(SystemError) in
      guard !DiskWatch.refuses(.makeFolder, FilePath.join(self.path, relative)),
        mkdirat(parent, name, mode_t(mode)) == 0
      else { throw self.failure("creating", relative) }
    }
    return try folder(relative)
  }

  /// What stands at the path, links not followed; nil where nothing does.
  package func status(_ relative: String) throws(SystemError) -> FileStatus? {
    if relative.isEmpty { return try FileStatus.of(descriptor: descriptor, named: path) }
    do throws(SystemError) {
      return try withParent(of: relative, doing: "looking at") { (parent, name) throws(SystemError) in
        var raw = stat()
        guard fstatat(parent, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else {
          throw self.failure("looking at", relative)
        }
        return FileStatus(raw)
      }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
  }

  /// Writes the folder's own names to the disk: what was created, renamed or deleted in it stays so.
  package func sync() throws(SystemError) {
    guard !DiskWatch.refuses(.sync, path), fsync(descriptor) == 0 else { throw .last("syncing \(path)") }
  }

  /// Writes all that the folder's file system still holds in memory to the disk.
  ///
  /// An error of the disk since the folder was opened is told, but not by kernels before 5.8: there syncfs fails
  /// for nothing but a bad descriptor.
  package func syncFileSystem() throws(SystemError) {
    guard !DiskWatch.refuses(.syncFileSystem, path), csystem_syncfs(descriptor) == 0 else {
      throw .last("syncing the file system of \(path)")
    }
  }

  /// How many bytes this user may still write on the folder's file system.
  package var freeBytes: Int64 {
    get throws(SystemError) {
      var facts = statvfs()
      guard fstatvfs(descriptor, &facts) == 0 else { throw .last("asking for free space at \(path)") }
      let (bytes, overflow) = Int64(clamping: facts.f_bavail)
        .multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
      return overflow ? .max : bytes
    }
  }
}

// MARK: - Walking the path

extension Folder {
  /// The failure of the call just made on a path beneath this folder.
  func failure(_ deed: String, _ relative: String) -> SystemError {
    .last("\(deed) \(FilePath.join(path, relative))")
  }

  /// Opens what is beneath, through no link. The descriptor is the caller's to close.
  func openBeneath(
    _ relative: RelativePath, flags: Int32, mode: UInt32 = 0, doing deed: String
  ) throws(SystemError) -> Int32 {
    let text = relative.isEmpty ? "." : relative.text
    if relative.parent != nil {
      let opened = csystem_open_beneath(descriptor, text, flags | O_NOFOLLOW, mode)
      if opened >= 0 { return opened }
      // Kernels before 5.6, sandboxes that know no openat2, and a race with a rename: step by step.
      guard errno == ENOSYS || errno == EPERM || errno == EAGAIN else { throw failure(deed, relative.text) }
      return try openStepwise(relative.text, flags: flags, mode: mode, doing: deed)
    }
    return try openStep(text, in: descriptor, flags: flags, mode: mode, deed, relative.text)
  }

  /// The same with one `openat` a step; each refuses a link.
  func openStepwise(
    _ relative: String, flags: Int32, mode: UInt32, doing deed: String
  ) throws(SystemError) -> Int32 {
    var here = descriptor
    defer { if here != descriptor { _ = close(here) } }
    let names = relative.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      let wanted = isLast ? flags : O_RDONLY | O_DIRECTORY
      let next = try openStep(name, in: here, flags: wanted, mode: isLast ? mode : 0, deed, relative)
      if isLast { return next }
      if here != descriptor { _ = close(here) }
      here = next
    }
    throw SystemError(code: EINVAL, deed: "\(deed) \(FilePath.join(path, relative))")
  }

  /// Opens one name, and calls a link by its name: the kernel says no more than "not a folder".
  private func openStep(
    _ name: String, in folder: Int32, flags: Int32, mode: UInt32, _ deed: String, _ relative: String
  ) throws(SystemError) -> Int32 {
    let opened = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
    if opened >= 0 { return opened }
    let error = failure(deed, relative)
    guard error.code == ENOTDIR else { throw error }
    var raw = stat()
    guard fstatat(folder, name, &raw, AT_SYMLINK_NOFOLLOW) == 0, FileStatus(raw).kind == .link else {
      throw error
    }
    throw SystemError(code: ELOOP, deed: error.deed)
  }

  /// Hands over the open folder that holds the path, and the bare name in it.
  func withParent<Result: ~Copyable>(
    of relative: String, doing deed: String,
    _ body: (_ parent: Int32, _ name: String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let checked = try RelativePath(relative, doing: deed, in: path)
    guard !checked.isEmpty else {
      throw SystemError(code: EINVAL, deed: "\(deed) \(path)", reason: "a name beneath the folder is needed")
    }
    guard let above = checked.parent else { return try body(descriptor, checked.name) }
    let parent = try openBeneath(
      RelativePath(above, doing: deed, in: path), flags: O_RDONLY | O_DIRECTORY, doing: deed)
    defer { _ = close(parent) }
    return try body(parent, checked.name)
  }
}
