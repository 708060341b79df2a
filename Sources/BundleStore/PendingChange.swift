import Digest
import Files

/// The work that a commit left to do in a bundle.
///
/// A manifest may come from anybody: nothing is done before all of the work has been looked at.
struct PendingChange {
  private let bundle: OfflineBundle
  private var folder: Folder { bundle.folder }
  private var place: String { bundle.path }

  init(of bundle: OfflineBundle) {
    self.bundle = bundle
  }

  /// A player must see the new title before anything of the old one goes, and SHA256SUMS speaks of all others.
  static func ordered(_ renames: [BundlePath]) -> [BundlePath] {
    func rank(_ path: BundlePath) -> Int {
      switch path.role {
      case .multivariantPlaylist: 0
      case .sums: 2
      case .sumsSignature: 3
      default: 1
      }
    }
    return renames.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  // MARK: - Checking

  /// Whether all of it is what one of ours would leave.
  /// - Throws: `damaged`; nothing has been touched.
  func check() throws(BundleError) {
    let work = bundle.manifest.pending
    let files = Dictionary(bundle.manifest.files.map { ($0.path, $0) }) { first, _ in first }
    guard Set(work.renames).count == work.renames.count,
      Set(work.deletions).count == work.deletions.count,
      Set(work.renames).isDisjoint(with: work.deletions)
    else { throw damaged("names a file twice") }
    for path in work.renames { try check(rename: path, files[path]) }
    let streams = Set(bundle.manifest.streams.map(\.folder))
    for path in work.deletions {
      if let stream = path.stream, streams.contains(stream) {
        throw damaged("would delete \(path.text), of a stream that is kept")
      }
      guard files[path] == nil, path != .state || bundle.manifest.tombstone != nil else {
        throw damaged("would delete \(path.text), which is needed")
      }
      try check(deletion: path)
    }
  }

  private func check(rename path: BundlePath, _ record: FileRecord?) throws(BundleError) {
    guard path == .sums || path == .sumsSignature || (record != nil && path.stream == nil) else {
      throw damaged("would replace \(path.text), which is never replaced")
    }
    let name = PendingWork.waitingName(of: path)
    let standing = try kind(of: path.text)
    guard standing == nil || standing == .file else { throw damaged("would replace \(path.text), no file") }
    guard let waiting = try kind(of: name) else {
      // Done already.
      guard standing != nil else { throw damaged("wants \(name), which is not there") }
      return
    }
    guard waiting == .file else { throw damaged("wants \(name), which is no file") }
    guard let record else { return }
    let digest = try reading(place, file: name) { () throws(SystemError) in
      try fileDigest(folder.openForReading(name)).digest
    }
    guard digest == record.sha256 else {
      throw BundleError.damaged(place, file: name, "does not have the digest that the manifest says")
    }
  }

  private func check(deletion path: BundlePath) throws(BundleError) {
    if let parent = PendingChange.parent(of: path) {
      guard let standing = try kind(of: parent) else { return }
      guard standing == .folder else { throw damaged("would delete \(path.text) through what is no folder") }
    }
    guard let standing = try kind(of: path.text) else { return }
    guard standing == .file else { throw damaged("would delete \(path.text), which is no file") }
  }

  private func kind(of name: String) throws(BundleError) -> FileStatus.Kind? {
    try reading(place, file: name) { () throws(SystemError) in try folder.status(name)?.kind }
  }

  private func damaged(_ reason: String) -> BundleError {
    .damaged(place, file: BundlePath.manifest.text, "pending \(reason)")
  }

  private static func parent(of path: BundlePath) -> String? {
    path.text.utf8.firstIndex(of: 0x2F).map { String(path.text[..<$0]) }
  }

  // MARK: - Doing

  /// Does the work, and clears it from the manifest.
  /// - Parameter door: asked after each step whether to go on.
  func finish(_ door: (BundleTransaction.Step) -> Bool) throws(BundleError) {
    let work = bundle.manifest.pending
    for path in PendingChange.ordered(work.renames) {
      let name = PendingWork.waitingName(of: path)
      guard try kind(of: name) != nil else { continue }
      try writing(place, file: path.text) { () throws(SystemError) in
        try folder.rename(name, to: path.text)
        // The new title before all else, whatever the file system would rather write first.
        if path == .multivariantPlaylist { try folder.sync() }
      }
      try pass(.renamed(path), door)
    }
    try writing(place) { () throws(SystemError) in
      for parent in Set(work.renames.compactMap(PendingChange.parent)).sorted() {
        try folder.folder(parent).sync()
      }
      try folder.sync()
    }
    try delete(work.deletions, door)
    var manifest = bundle.manifest
    manifest.pending = PendingWork()
    let bytes = manifest.bytes
    try writing(place, file: BundlePath.manifest.text) { () throws(SystemError) in
      try folder.writeWhole(BundlePath.manifest.text, bytes, durable: true)
    }
    try pass(.settled, door)
  }

  private func delete(
    _ paths: [BundlePath], _ door: (BundleTransaction.Step) -> Bool
  ) throws(BundleError) {
    let byFolder = Dictionary(grouping: paths, by: { PendingChange.parent(of: $0) ?? "" })
    for (name, paths) in byFolder.sorted(by: { $0.key < $1.key }) {
      if !name.isEmpty, try kind(of: name) == nil { continue }
      for path in paths.sorted() {
        let isThere = try kind(of: path.text) != nil
        if isThere, case .key = path.role { try overwrite(path) }
        try writing(place, file: path.text) { () throws(SystemError) in
          try folder.removeIfThere(path.text)
        }
        if isThere { try pass(.deleted(path), door) }
      }
      if try empty(name) { try pass(.emptied(name), door) }
    }
    try writing(place) { () throws(SystemError) in try folder.sync() }
  }

  /// Makes the bytes of a key unreadable before its name goes, where the title's rights have ended; otherwise they may
  /// stand in a copy too that shares them. What cannot be overwritten is not kept for that, unless a receipt says so.
  private func overwrite(_ path: BundlePath) throws(BundleError) {
    let isProven = bundle.manifest.isInvalidated
    guard isProven || bundle.manifest.tombstone?.reason == .expired else { return }
    do throws(SystemError) {
      try folder.overwrite(path.text)
    } catch {
      if isProven { throw .writing(place, file: path.text, error) }
    }
  }

  /// Removes a folder of which nothing is left, a killed writer's own scraps not counted; one in which something
  /// else stands is left alone.
  private func empty(_ name: String) throws(BundleError) -> Bool {
    guard !name.isEmpty else { return false }
    return try writing(place, file: name) { () throws(SystemError) in
      let inner = try folder.folder(name)
      for entry in try inner.entries() where Folder.isTemporaryName(entry) { try inner.removeIfThere(entry) }
      guard try inner.entries().isEmpty else {
        try inner.sync()
        return false
      }
      try folder.removeEmptyFolder(name)
      return true
    }
  }

  private func pass(
    _ step: BundleTransaction.Step, _ door: (BundleTransaction.Step) -> Bool
  ) throws(BundleError) {
    guard !door(step) else { return }
    throw BundleError(.disk, "changing", place: place, reason: "stopped after \(step)")
  }
}
