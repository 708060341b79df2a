import BundleStore
import Conformance
import Files

/// The names in one folder of a bundle and what stands under them, taken off one by one as they are met.
struct FolderContents {
  /// What came of opening the folder.
  enum Opening {
    case open(Folder)
    case absent
    /// It stands there but is no folder, or a link.
    case wrongKind(Standing)
    case unreadable(String)
  }

  /// Relative to the bundle; empty for the bundle itself.
  let path: String
  let opening: Opening
  private var entries: [String: Standing] = [:]

  /// - Throws: when the folder is open and cannot be read.
  init(of path: String, in bundle: Folder) throws(SystemError) {
    self.path = path
    opening = try FolderContents.opening(path, in: bundle)
    guard case .open(let folder) = opening else { return }
    let names = try folder.entries()
    entries.reserveCapacity(names.count)
    for name in names {
      let standing = try FolderContents.standing(of: name, in: folder)
      // What is gone meanwhile is gone; a name that is not UTF-8 cannot be asked for and is there.
      if standing == .nothing, !name.unicodeScalars.contains("\u{FFFD}") { continue }
      entries[name] = standing
    }
  }

  var folder: Folder? {
    if case .open(let folder) = opening { folder } else { nil }
  }

  /// What stands under the name, which from now on is known.
  mutating func take(_ name: String) -> Standing { entries.removeValue(forKey: name) ?? .nothing }

  func standing(of name: String) -> Standing { entries[name] ?? .nothing }

  /// What nobody took, by name.
  var rest: [(name: String, standing: Standing)] {
    entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func pathOf(_ name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }

  private static func opening(_ path: String, in bundle: Folder) throws(SystemError) -> Opening {
    guard !path.isEmpty else { return .open(bundle) }
    switch try standing(of: path, in: bundle) {
    case .nothing: return .absent
    case .folder:
      do throws(SystemError) {
        return .open(try bundle.folder(path))
      } catch {
        return .unreadable(error.reason)
      }
    case let other: return .wrongKind(other)
    }
  }

  private static func standing(of name: String, in folder: Folder) throws(SystemError) -> Standing {
    guard let status = try folder.status(name) else { return .nothing }
    switch status.kind {
    case .file: return .file(bytes: status.size)
    case .folder: return .folder
    case .link: return .link
    case .other: return .other
    }
  }
}
