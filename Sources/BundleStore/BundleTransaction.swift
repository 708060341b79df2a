package import Digest
package import Files

/// A change to a bundle that stands on disk, with one commit point.
///
/// A kill at any instant leaves the bundle as it was or as it is to be; readers take `pending` as done, and the
/// next transaction finishes it. The order, each step on the disk before the next:
///
/// 1. `begin` locks the folder against other writers and finishes what an earlier one left.
/// 2. `announce`: the manifest, unchanged but for `pending`, lists names that are not there yet as deletions. So
///    whatever a killed writer left under them is the next one's to delete.
/// 3. `put`: each new file, written and synced under such a name. Files of the bundle's top that get another
///    content wait as `PATH.new`.
/// 4. `commit` writes `SHA256SUMS.new`, which speaks of the manifest as it is when `pending` is gone.
/// 5. `hlspack.json` is renamed into place, with all renames and deletions still to do: the commit.
/// 6. `index.m3u8` is renamed first, then Apple's index and the like, `SHA256SUMS` last; the folder is synced.
/// 7. Files that nothing names any more are deleted, then the folders that are empty; their folders are synced.
/// 8. `hlspack.json` is renamed into place without `pending`.
///
/// What waits as `PATH.new` from before a commit that never came is deleted by the next `begin`. Nothing in a
/// stream's folder is ever replaced: a new generation gets a folder of its own.
///
/// Calls block, and come from one thread at a time.
package final class BundleTransaction {
  /// What has been done; for tests that stop the work there.
  package enum Step: Sendable, Hashable {
    case announced
    case put(BundlePath)
    case committed
    case renamed(BundlePath)
    case deleted(BundlePath)
    case emptied(String)
    case settled
  }

  /// The bundle as it stands, with nothing pending but what was announced.
  package private(set) var bundle: OfflineBundle
  /// Whether an earlier writer had left work, which is done now.
  package let hasFinishedWork: Bool

  /// Held against other writers as long as anybody keeps it.
  package let lock: FolderLock
  private let door: (Step) -> Bool
  /// Signs SHA256SUMS at the commit; nil: a signature that is there goes, since it is of what the bundle was before.
  package var signer: SigningKey?
  private var waiting: [BundlePath: FileRecord] = [:]
  private var added: [BundlePath: FileRecord] = [:]
  private var announced: Set<BundlePath> = []
  /// Stopped by the door: the process counts as dead, and cleans nothing up.
  private var isDead = false

  var place: String { bundle.path }
  var folder: Folder { lock.folder }

  private init(
    _ bundle: OfflineBundle, lock: FolderLock, hasFinishedWork: Bool, door: @escaping (Step) -> Bool
  ) {
    self.bundle = bundle
    self.lock = lock
    self.hasFinishedWork = hasFinishedWork
    self.door = door
  }

  /// Opens a bundle to change it.
  ///
  /// - Parameter door: asked after each step whether to go on; false ends the work there, as a kill would.
  /// - Throws: `inUse` while another process changes it; what `OfflineBundle.open` throws; `damaged` when the
  ///   work that an earlier writer left is not what one of ours would leave: then nothing has been touched.
  package static func begin(
    at path: String, door: @escaping (Step) -> Bool = { _ in true }
  ) throws(BundleError) -> BundleTransaction {
    let place = FilePath.withoutTrailingSlashes(path)
    return try begin(at: place, holding: try acquire(place), door: door)
  }

  /// The same for one that holds the lock of an earlier transaction on the bundle, so that nothing came in between.
  package static func begin(
    at path: String, holding lock: FolderLock, door: @escaping (Step) -> Bool = { _ in true }
  ) throws(BundleError) -> BundleTransaction {
    let place = FilePath.withoutTrailingSlashes(path)
    var bundle = try OfflineBundle(open: lock.folder, place: place)
    let isPending = !bundle.manifest.pending.isEmpty
    if isPending {
      let work = PendingChange(of: bundle)
      try work.check()
      try work.finish(door)
      bundle = try OfflineBundle(open: lock.folder, place: place)
    }
    let transaction = BundleTransaction(bundle, lock: lock, hasFinishedWork: isPending, door: door)
    try transaction.removeWaiting(all: true)
    return transaction
  }

  private static func acquire(_ place: String) throws(BundleError) -> FolderLock {
    let lock: FolderLock?
    do throws(SystemError) {
      _ = try Folder.open(place)
    } catch {
      throw OfflineBundle.unopened(place, error)
    }
    do throws(SystemError) {
      lock = try FolderLock.acquire(place)
    } catch {
      throw error.isAbsent ? OfflineBundle.unopened(place, error) : .writing(place, error)
    }
    guard let lock else {
      throw BundleError(
        .inUse, "locking", place: place, reason: "another process is working on it",
        hint: "wait for it, or stop it")
    }
    return lock
  }
}

// MARK: - New files

extension BundleTransaction {
  /// Tells the next writer which names are going to be taken. To be called before anything is made under them.
  /// - Throws: `exists` for a path that the bundle has, or under which something stands.
  package func announce(_ paths: [BundlePath]) throws(BundleError) {
    let present = Set(bundle.manifest.files.map(\.path))
    for path in paths where !announced.contains(path) {
      // Of a folder that is not there no file is.
      let isFree = try path.stream.map { (stream) throws(BundleError) in try isAbsent(stream.text) } ?? false
      let status =
        isFree
        ? nil
        : try writing(place, file: path.text) { () throws(SystemError) in try folder.status(path.text) }
      guard status == nil, !present.contains(path), path != .manifest, path != .sums, path != .sumsSignature
      else {
        throw BundleError(.exists, "adding", place: place, file: path.text, reason: "is there already")
      }
      announced.insert(path)
    }
    var manifest = bundle.manifest
    manifest.pending.deletions = announced.sorted()
    try writeManifest(manifest)
    try pass(.announced)
  }

  /// Writes a whole new file under a name of its own, announcing it where that was not done.
  /// - Parameter mode: permission bits; nil leaves them to the process's mask.
  @discardableResult
  package func put(_ path: BundlePath, _ bytes: [UInt8], mode: UInt32? = nil) throws(BundleError)
    -> FileRecord
  {
    if !announced.contains(path) { try announce([path]) }
    try writing(place, file: path.text) { () throws(SystemError) in
      if let slash = path.text.utf8.firstIndex(of: 0x2F) {
        let name = String(path.text[..<slash])
        if try folder.status(name) == nil {
          try folder.makeFolder(name)
          try folder.sync()
        }
      }
      try folder.writeWhole(path.text, bytes, mode: mode ?? 0o666, durable: true)
    }
    let record = FileRecord(path: path, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes))
    added[path] = record
    try pass(.put(path))
    return record
  }

  /// Takes streams over from an unfinished bundle beside this one, all of whose files are whole and on the disk. Each
  /// is one rename of its folder.
  ///
  /// - Parameter media: names of each stream's initialization sections and segments.
  /// - Throws: `exists` where the bundle has such a folder.
  package func adopt(
    _ media: [StreamFolder: [MediaFileName]], from staging: BundleStaging
  ) throws(BundleError) {
    let put = staging.putFiles.filter { file in file.path.stream.map { media[$0] != nil } ?? false }
    var paths = put.map(\.path)
    for (stream, names) in media {
      let text = stream.text
      paths += names.map { .media($0, of: stream, text: text) }
    }
    try announce(paths.sorted())
    for stream in media.keys.sorted() {
      try writing(place, file: stream.text) { () throws(SystemError) in
        try staging.folder.move(stream.text, to: folder)
      }
      try pass(.put(.listing(of: stream)))
    }
    for file in put { added[file.path] = file }
    try writing(place) { () throws(SystemError) in
      try folder.sync()
      try staging.folder.sync()
    }
  }

  private func isAbsent(_ name: String) throws(BundleError) -> Bool {
    try writing(place, file: name) { () throws(SystemError) in try folder.status(name) == nil }
  }

  /// Writes another content of a file at the top of the bundle, in `Data/` or in `keys/`, which waits until the
  /// commit.
  /// - Parameter mode: permission bits; nil leaves them to the process's mask.
  @discardableResult
  package func replace(
    _ path: BundlePath, _ bytes: [UInt8], mode: UInt32? = nil
  ) throws(BundleError) -> FileRecord {
    let isReplaceable =
      switch path.role {
      case .multivariantPlaylist, .rootIndex, .bootIndex, .artwork, .data, .key: true
      default: false
      }
    guard isReplaceable else {
      throw BundleError(.exists, "replacing", place: place, file: path.text, reason: "is never replaced")
    }
    try writeWaiting(path, bytes, mode: mode)
    let record = FileRecord(path: path, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes))
    waiting[path] = record
    try pass(.put(path))
    return record
  }

  private func writeWaiting(
    _ path: BundlePath, _ bytes: [UInt8], mode: UInt32? = nil
  ) throws(BundleError) {
    try writing(place, file: PendingWork.waitingName(of: path)) { () throws(SystemError) in
      try folder.writeWhole(PendingWork.waitingName(of: path), bytes, mode: mode ?? 0o666, durable: true)
    }
  }

  private func pass(_ step: Step) throws(BundleError) {
    guard !door(step) else { return }
    isDead = true
    throw BundleError(.disk, "changing", place: place, reason: "stopped after \(step)")
  }
}

// MARK: - Commit

extension BundleTransaction {
  /// Makes the bundle what the manifest says, which holds of it only what the caller changed: `files` takes in
  /// what was put and replaced, and loses what goes; Apple's index is written anew where the streams are others.
  ///
  /// - Parameter deletions: files of the bundle that nothing in the new manifest names; none is touched before
  ///   `index.m3u8` is the new one.
  /// - Returns: the manifest as written.
  /// - Throws: `damaged` when manifest and listings do not agree; `disk`. Before the commit nothing is changed
  ///   then; after it the next writer goes on.
  @discardableResult
  package func commit(_ manifest: Manifest, deletions: [BundlePath]) throws(BundleError) -> Manifest {
    do throws(BundleError) {
      let manifest = try prepare(manifest, deletions: deletions)
      try writeManifest(manifest)
      waiting = [:]
      added = [:]
      announced = []
    } catch {
      if !isDead { try? abandon() }  // what cannot be cleaned up now, the next writer will
      throw error
    }
    try pass(.committed)
    bundle = try OfflineBundle(open: folder, place: place)
    try PendingChange(of: bundle).finish(door)
    bundle = try OfflineBundle(open: folder, place: place)
    return bundle.manifest
  }

  /// Takes back what was put: the bundle is as it was when the transaction began.
  package func abandon() throws(BundleError) {
    let current = try OfflineBundle(open: folder, place: place)
    // A commit that failed right behind its rename is one all the same.
    guard current.manifest.pending.renames.isEmpty else { return }
    try removeWaiting(all: false)
    waiting = [:]
    added = [:]
    announced = []
    guard !current.manifest.pending.isEmpty else { return }
    try PendingChange(of: current).finish { _ in true }
    bundle = try OfflineBundle(open: folder, place: place)
  }

  /// Writes what waits for the commit; the manifest with its work.
  private func prepare(_ manifest: Manifest, deletions: [BundlePath]) throws(BundleError) -> Manifest {
    var manifest = manifest
    manifest.pending = PendingWork()
    let streams = Set(manifest.streams.map(\.folder))
    let unused = announced.filter { path in
      added[path] == nil && !(path.stream.map(streams.contains) ?? false)
    }
    let gone = Set(deletions).union(unused)
    manifest.files = files(of: manifest).filter { !gone.contains($0.path) }
    if manifest.tombstone == nil {
      let boot = try AppleIndex.boot(of: manifest, place: place)
      if SHA256Digest.of(boot) != manifest.files.first(where: { $0.path == .bootIndex })?.sha256 {
        try replace(.bootIndex, boot)
        manifest.files = files(of: manifest)
      }
    }
    _ = try Manifest(manifest.json, place: place)
    let sums = Sums.text(of: try sumLines(manifest))
    try writeWaiting(.sums, sums)
    try pass(.put(.sums))
    var (renames, deletions) = (Array(waiting.keys) + [.sums], gone)
    if let signer {
      try writeWaiting(.sumsSignature, signer.sumsSignature(sums, place: place))
      renames.append(.sumsSignature)
    } else if try !isAbsent(BundlePath.sumsSignature.text) {
      deletions.insert(.sumsSignature)
    }
    manifest.pending = PendingWork(renames: PendingChange.ordered(renames), deletions: deletions.sorted())
    return manifest
  }

  /// The manifest's files with what was put and replaced, by path.
  private func files(of manifest: Manifest) -> [FileRecord] {
    let new = added.merging(waiting) { $1 }
    let kept = manifest.files.filter { new[$0.path] == nil }
    return (kept + new.values).filter { OwnNames.isListed($0.path) }.sorted { $0.path < $1.path }
  }

  private func sumLines(_ manifest: Manifest) throws(BundleError) -> [Sums.Line] {
    var lines = [Sums.Line(path: .manifest, sha256: SHA256Digest.of(manifest.bytes))]
    lines += manifest.files.map { Sums.Line(path: $0.path, sha256: $0.sha256) }
    for stream in manifest.streams {
      let text = stream.folder.text
      try bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        lines.append(
          Sums.Line(path: .media(file.name, of: stream.folder, text: text), sha256: file.sha256))
      }
    }
    return lines
  }

  private func writeManifest(_ manifest: Manifest) throws(BundleError) {
    let bytes = manifest.bytes
    guard bytes.count <= ManifestFile.byteLimit else {
      throw BundleError(
        .disk, "changing", place: place, reason: "the change names more files than a manifest can list",
        hint: "change less at once")
    }
    try writing(place, file: BundlePath.manifest.text) { () throws(SystemError) in
      try folder.writeWhole(BundlePath.manifest.text, bytes, durable: true)
    }
  }

  /// Deletes what waits for a commit that does not come.
  /// - Parameter all: of any writer, and files that one was writing when it was killed; else of this one.
  private func removeWaiting(all: Bool) throws(BundleError) {
    let paths = (all ? bundle.manifest.files.map(\.path) : Array(waiting.keys)) + [.sums, .sumsSignature]
    let names = Set(paths.map { PendingWork.waitingName(of: $0) })
    try writing(place) { () throws(SystemError) in
      for parent in ["", "Data", "keys"] where try folder.status(parent)?.kind == .folder {
        for entry in try folder.entries(parent, limit: 1_000_000) {
          let name = FilePath.join(parent, entry)
          guard names.contains(name) || (all && Folder.isTemporaryName(entry)) else { continue }
          guard try folder.status(name)?.kind == .file else { continue }
          try folder.removeIfThere(name)
        }
      }
    }
  }
}
