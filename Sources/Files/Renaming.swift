import CSystem
import Glibc

/// Renames a file or folder, replacing a file that stands at the new name.
package func renamePath(from: String, to: String) throws(SystemError) {
  guard !DiskWatch.refuses(.rename, to), rename(from, to) == 0 else {
    throw .last("renaming \(from) to \(to)")
  }
}

/// Renames a file or folder to a name that nothing may have yet; `SystemError.isPresent` where something has.
///
/// Where the file system has no such rename, a look comes before an ordinary one: then another process that
/// makes the name in between loses an empty folder or a file of that name, and nothing else.
package func renameNoReplace(from: String, to: String) throws(SystemError) {
  let flags = UInt32(CSYSTEM_RENAME_NOREPLACE)
  if !DiskWatch.refuses(.rename, to), csystem_rename(AT_FDCWD, from, AT_FDCWD, to, flags) == 0 { return }
  let error = SystemError.last("renaming \(from) to \(to)")
  guard error.isUnsupported else { throw error }
  var raw = stat()
  guard lstat(to, &raw) != 0 else { throw SystemError(code: EEXIST, deed: error.deed) }
  guard errno == ENOENT else { throw .last(error.deed) }
  guard rename(from, to) == 0 else { throw .last(error.deed) }
}

/// Swaps two names, both of which must be there, in one step.
///
/// `SystemError.isUnsupported` where the file system cannot: nothing has happened then.
package func exchangePaths(_ first: String, _ second: String) throws(SystemError) {
  let flags = UInt32(CSYSTEM_RENAME_EXCHANGE)
  guard !DiskWatch.refuses(.rename, second),
    csystem_rename(AT_FDCWD, first, AT_FDCWD, second, flags) == 0
  else {
    throw .last("exchanging \(first) and \(second)")
  }
}
