package import Files
import Glibc

/// What went wrong with a bundle on disk: place, deed and reason.
package struct BundleError: Error, Sendable, CustomStringConvertible {
  /// What the failure means to a caller; one exit code each.
  package enum Kind: Sendable, Hashable {
    /// Ours, but unreadable, changed, incomplete or hostile (7).
    case damaged
    /// Something that hlspack did not make, an unfinished bundle, or nothing at all (9).
    case notABundle
    /// Made by a newer major version (9).
    case tooNew
    /// Another process works on it (10).
    case inUse
    /// The place is taken by something else (2).
    case exists
    /// The system refused: no space, no permission, a failing disk (11).
    case disk
    /// The time of the bundle is over (8).
    case expired
  }

  package var kind: Kind
  /// The path of the bundle, as it was given.
  package var place: String
  /// The file inside the bundle that is to blame, relative to the bundle; nil when it is the whole.
  package var file: String?
  /// What was being done, as a participle: "reading".
  package var deed: String
  /// Why it failed, lower case, no full stop.
  package var reason: String
  /// What to do about it; nil when there is nothing to say.
  package var hint: String?
  /// The system's own error, where there was one.
  package var system: SystemError?

  package init(
    _ kind: Kind, _ deed: String, place: String, file: String? = nil, reason: String, hint: String? = nil,
    system: SystemError? = nil
  ) {
    self.kind = kind
    self.deed = deed
    self.place = place
    self.file = file
    self.reason = reason
    self.hint = hint
    self.system = system
  }

  package var description: String {
    "\(deed) \(file.map { FilePath.join(place, $0) } ?? place): \(reason)"
  }
}

extension BundleError {
  /// An error of the system while the bundle was changed: always the disk's or the permissions' fault.
  static func writing(_ place: String, file: String? = nil, _ error: SystemError) -> BundleError {
    BundleError(.disk, "writing", place: place, file: file, reason: error.reason, system: error)
  }

  /// An error of the system while the bundle was read: what is missing, or is not what it should be, is
  /// damage; everything else is the disk's fault.
  static func reading(_ place: String, file: String? = nil, _ error: SystemError) -> BundleError {
    let kind: Kind = error.isAbsent || error.tellsOfWrongKind ? .damaged : .disk
    return BundleError(kind, "reading", place: place, file: file, reason: error.reason, system: error)
  }

  /// Damage found in a file of the bundle.
  static func damaged(_ place: String, file: String?, _ reason: String) -> BundleError {
    BundleError(.damaged, "reading", place: place, file: file, reason: reason)
  }
}

extension SystemError {
  /// What stands there is a link, a folder, a device, or far larger than any of ours.
  fileprivate var tellsOfWrongKind: Bool {
    isEscape || [EISDIR, ENOTDIR, EINVAL, EFBIG, EOVERFLOW, ENXIO].contains(code)
  }
}

/// Text from outside made fit for a message: control characters replaced, cut to 120 bytes, in quotes.
func quoted(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8.prefix(120) { bytes.append(byte < 0x20 || byte == 0x7F ? 0x3F : byte) }
  return "'" + String(decoding: bytes, as: UTF8.self) + (text.utf8.count > 120 ? "…'" : "'")
}

/// Runs what may fail with an error of the system, which becomes the bundle's while it is changed.
func writing<Result: ~Copyable>(
  _ place: String, file: String? = nil, _ body: () throws(SystemError) -> Result
) throws(BundleError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .writing(place, file: file, error)
  }
}

/// Runs what may fail with an error of the system, which becomes the bundle's while it is read.
func reading<Result: ~Copyable>(
  _ place: String, file: String? = nil, _ body: () throws(SystemError) -> Result
) throws(BundleError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .reading(place, file: file, error)
  }
}
