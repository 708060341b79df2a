import Glibc

/// A system call that failed: what was being done, and why it could not be.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number that the system gave, such as `ENOSPC`.
  package let code: Int32
  /// What was being done on what, such as `creating film.movpkg`.
  package let deed: String
  /// The reason as a clause without a full stop: the system's own sentence unless a better one is known.
  package let reason: String

  /// An error of the given number. A nil reason is replaced by the system's sentence for the number.
  package init(code: Int32, deed: String, reason: String? = nil) {
    self.code = code
    self.deed = deed
    self.reason = reason ?? Self.sentence(for: code)
  }

  /// The failure of the call made just before, as `errno` tells it.
  package static func last(_ deed: String) -> SystemError {
    SystemError(code: errno, deed: deed)
  }

  package var description: String { "\(deed): \(reason)" }

  /// No room: the file system, or the user's share of it, is full.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// Not allowed: by modes, by ownership, or because the file system is read-only.
  package var isPermission: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// Nothing of that name, or a folder on the way that is not there.
  package var isAbsent: Bool { code == ENOENT }

  /// Something of that name is there already.
  package var isPresent: Bool { code == EEXIST || code == ENOTEMPTY }

  /// A link stood where none may be followed, or the path would have left its folder.
  package var isEscape: Bool { code == ELOOP || code == EXDEV }

  /// A name, or the whole path, is longer than the file system or the kernel takes.
  package var isTooLong: Bool { code == ENAMETOOLONG }

  /// The disk itself failed, or a file came back shorter than it was.
  package var isDiskFailure: Bool { code == EIO }

  /// The kernel or the file system does not know how to do this.
  package var isUnsupported: Bool { code == EINVAL || code == ENOSYS || code == EOPNOTSUPP }

  /// The system's sentence, first letter lowered as every message of ours is.
  private static func sentence(for code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // "I/O error" and the like keep their capitals: only an ordinary word is lowered.
    guard text.dropFirst().first?.isLowercase == true else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
