import Glibc

extension Folder {
  /// Opens a regular file for reading. A link, a folder, a pipe or a device is refused.
  package func openForReading(_ relative: String) throws(SystemError) -> OpenFile {
    let checked = try RelativePath(relative, doing: "opening", in: path)
    guard !DiskWatch.refuses(.openToRead, FilePath.join(path, relative)) else {
      throw failure("opening", relative)
    }
    let opened = try openBeneath(checked, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY, doing: "opening")
    return try OpenFile(owning: opened, name: FilePath.join(path, relative)).checked()
  }

  /// Opens a file for writing, making it where it is not there.
  ///
  /// - Parameters:
  ///   - mode: permission bits of a new file, subject to the process's mask.
  ///   - exclusive: a file that is there already is an error; otherwise it is emptied.
  package func createFile(
    _ relative: String, mode: UInt32 = 0o666, exclusive: Bool
  ) throws(SystemError) -> OpenFile {
    try createFile(relative, mode: mode, flags: exclusive ? O_EXCL : O_TRUNC)
  }

  /// Opens a file for writing at its end, making it where it is not there; nothing of it is lost.
  package func openForAppending(_ relative: String, mode: UInt32 = 0o666) throws(SystemError) -> OpenFile {
    try createFile(relative, mode: mode, flags: O_APPEND)
  }

  private func createFile(_ relative: String, mode: UInt32, flags: Int32) throws(SystemError) -> OpenFile {
    let checked = try RelativePath(relative, doing: "creating", in: path)
    guard !DiskWatch.refuses(.create, FilePath.join(path, relative)) else {
      throw failure("creating", relative)
    }
    let opened = try openBeneath(
      checked, flags: O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY | flags, mode: mode, doing: "creating")
    return try OpenFile(owning: opened, name: FilePath.join(path, relative)).checked()
  }

  /// The whole content of a file of at most `limit` bytes; a longer one is an error.
  package func readWhole(_ relative: String, limit: Int) throws(SystemError) -> [UInt8] {
    try openForReading(relative).readAll(limit: limit)
  }

  /// Puts a file in place whole: readers see the old content or the new one, never a part.
  ///
  /// The bytes go to a temporary name in the same folder, then one rename. A failure leaves the old file
  /// as it was and no temporary file; a kill may leave one (`isTemporaryName`).
  ///
  /// - Parameters:
  ///   - mode: permission bits, subject to the process's mask.
  ///   - durable: wait for the disk, so that a power cut too leaves the old content or the new one.
  package func writeWhole(
    _ relative: String, _ bytes: [UInt8], mode: UInt32 = 0o666, durable: Bool = true
  ) throws(SystemError) {
    try withParent(of: relative, doing: "writing") { (parent, name) throws(SystemError) in
      let shown = FilePath.join(self.path, relative)
      let temporary = Self.temporaryName()
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let opened = DiskWatch.refuses(.create, shown) ? -1 : openat(parent, temporary, flags, mode_t(mode))
      guard opened >= 0 else { throw SystemError.last("writing \(shown)") }
      do throws(SystemError) {
        let file = OpenFile(owning: opened, name: shown)
        try file.write(bytes)
        if durable { try file.sync() }
        try file.close()
        guard !DiskWatch.refuses(.rename, shown), renameat(parent, temporary, parent, name) == 0 else {
          throw .last("writing \(shown)")
        }
      } catch {
        // The first error is the one to tell; what cannot be removed is recognised later by its name.
        _ = unlinkat(parent, temporary, 0)
        throw error
      }
      guard durable else { return }
      guard !DiskWatch.refuses(.sync, FilePath.parent(shown)), fsync(parent) == 0 else {
        throw .last("syncing the folder of \(shown)")
      }
    }
  }

  /// Writes zeros over all the bytes of a file where they stand, and waits for the disk. Whether the medium keeps the
  /// old ones elsewhere, as flash and many file systems do, cannot be told.
  package func overwrite(_ relative: String) throws(SystemError) {
    let checked = try RelativePath(relative, doing: "overwriting", in: path)
    try openForReading(relative).setMode(0o600)
    let opened = try openBeneath(checked, flags: O_WRONLY | O_NONBLOCK | O_NOCTTY, doing: "overwriting")
    let file = try OpenFile(owning: opened, name: FilePath.join(path, relative)).checked()
    var left = try file.size
    while left > 0 {
      let count = Int(min(left, 1 << 16))
      try file.write([UInt8](repeating: 0, count: count))
      left -= Int64(count)
    }
    try file.sync()
    try file.close()
  }

  /// Renames within the folder; a file that stands at the new name is replaced.
  package func rename(_ from: String, to: String) throws(SystemError) {
    try withParent(of: from, doing: "renaming") { (fromParent, fromName) throws(SystemError) in
      try self.withParent(of: to, doing: "renaming to") { (toParent, toName) throws(SystemError) in
        guard !DiskWatch.refuses(.rename, FilePath.join(self.path, to)),
          renameat(fromParent, fromName, toParent, toName) == 0
        else {
          throw SystemError.last("renaming \(FilePath.join(self.path, from)) to \(to)")
        }
      }
    }
  }

  /// Deletes a file, a link or whatever is no folder.
  package func remove(_ relative: String) throws(SystemError) {
    try withParent(of: relative, doing: "deleting") { (parent, name) throws(SystemError) in
      guard !DiskWatch.refuses(.delete, FilePath.join(self.path, relative)), unlinkat(parent, name, 0) == 0
      else { throw self.failure("deleting", relative) }
    }
  }

  /// Deletes a folder that holds nothing.
  package func removeEmptyFolder(_ relative: String) throws(SystemError) {
    try withParent(of: relative, doing: "deleting") { (parent, name) throws(SystemError) in
      guard !DiskWatch.refuses(.delete, FilePath.join(self.path, relative)),
        unlinkat(parent, name, AT_REMOVEDIR) == 0
      else { throw self.failure("deleting", relative) }
    }
  }

  /// Whether this is a name that `writeWhole` uses while it writes: such a file is nobody's after a kill.
  package static func isTemporaryName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let middle = bytes.dropFirst(temporaryPrefix.utf8.count).dropLast(temporarySuffix.utf8.count)
    return name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix) && middle.count == 16
      && middle.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  private static func temporaryName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return temporaryPrefix + String(repeating: "0", count: 16 - digits.count) + digits + temporarySuffix
  }

  private static var temporaryPrefix: String { ".hlspack-" }
  private static var temporarySuffix: String { ".tmp" }
}
