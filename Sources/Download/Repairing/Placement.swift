import BundleStore
import Digest
import Files

/// Puts files that are right in the place of those that are damaged: all of them, or, as long as one of them is not
/// what it must be, none.
struct Placement: Sendable {
  let bundle: OfflineBundle
  let staging: BundleStaging
  let expected: [BundlePath: SHA256Digest]

  /// - Throws: `wrongSource` when a file is not what it was; `damaged` when something that is no file is in the way.
  /// - Returns: the files, by path.
  func place(_ paths: Set<BundlePath>) throws(DownloadError) -> [FileRecord] {
    var records: [FileRecord] = []
    for path in paths.sorted() { records.append(try checked(path)) }
    do throws(SystemError) {
      try staging.folder.syncFileSystem()
      try rename(records.map(\.path))
      try bundle.folder.syncFileSystem()
    } catch {
      throw DownloadError(error)
    }
    return records
  }

  private func checked(_ path: BundlePath) throws(DownloadError) -> FileRecord {
    let found: FileDigest?
    let standing: FileStatus.Kind?
    do throws(SystemError) {
      // What a source that changed makes may have another name.
      let isThere = try staging.folder.status(path.text)?.kind == .file
      found = isThere ? try fileDigest(staging.folder.openForReading(path.text)) : nil
      standing = try bundle.folder.status(path.text)?.kind
    } catch {
      throw DownloadError(error)
    }
    guard let found, found.digest == expected[path] else {
      throw .otherNow(
        "\(bundle.path)/\(path.text)", "cannot be made again as it was: the source is another now")
    }
    guard standing != .folder else {
      throw .beyondRepair(bundle.path, path, "a folder stands in its place")
    }
    return FileRecord(path: path, bytes: found.length, sha256: found.digest)
  }

  private func rename(_ paths: [BundlePath]) throws(SystemError) {
    let folder = try Folder.open(FilePath.parent(staging.partialPath))
    let from = FilePath.lastComponent(staging.partialPath)
    let to = FilePath.lastComponent(staging.finalPath)
    for path in paths {
      let inner = FilePath.parent(path.text)
      if path.text.contains("/"), try bundle.folder.status(inner) == nil {
        _ = try bundle.folder.makeFolder(inner)
      }
      try folder.rename("\(from)/\(path.text)", to: "\(to)/\(path.text)")
    }
  }
}
