import CArchive
import Glibc

/// The door to libarchive. Whoever holds one knows that names which are not ASCII pass through whole.
///
/// A program starts in the C locale whatever its environment says; there libarchive loses such names or
/// crashes on them. So the process's character type becomes UTF-8 once, before anything else is called.
package struct ArchiveLibrary: Sendable {
  private init() {}

  /// Sets the locale, the first time, and opens the door; an error where the system has no `C.UTF-8`.
  package static func open() throws(ArchiveError) -> ArchiveLibrary {
    guard isLocaleSet else {
      throw ArchiveError(deed: "preparing libarchive", reason: "the system has no locale C.UTF-8")
    }
    return ArchiveLibrary()
  }

  /// The library that is linked in, such as `libarchive 3.6.2`.
  package static var version: String { String(cString: archive_version_string()) }

  /// Set once; never changed afterwards, so that no thread sees the locale change under its hands.
  private static let isLocaleSet = setlocale(LC_CTYPE, "C.UTF-8") != nil
}
