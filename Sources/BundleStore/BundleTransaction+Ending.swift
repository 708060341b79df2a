import Digest
package import Files
import Rights

extension BundleTransaction {
  /// Deletes the title: its media, keys, playlists and pictures. A manifest stays that says what it was, when it went
  /// and why. It is one change: a kill leaves the title as it was, or work that the next writer finishes.
  ///
  /// - Returns: what is left in the folder although it has a name of ours, since no manifest named it.
  /// - Throws: `expired` where a tombstone stands already; `disk`.
  @discardableResult
  package func bury(
    _ reason: Tombstone.Reason, at instant: Instant, by program: String
  ) throws(BundleError) -> [BundlePath] {
    try bundle.refuseBuried(doing: "deleting")
    var manifest = bundle.manifest
    manifest.tombstone = Tombstone(
      at: instant, reason: reason, bytes: manifest.totalBytes, files: manifest.totalFiles)
    manifest.variants = []
    manifest.renditions = []
    manifest.iFrameStreams = []
    manifest.imageStreams = []
    manifest.sessionData = []
    manifest.streams = []
    manifest.artwork = nil
    manifest.gaps = 0
    manifest.missing = []
    for index in manifest.keys.indices {
      manifest.keys[index].path = nil
      if manifest.keys[index].state != .invalidated { manifest.keys[index].state = .removed }
    }
    manifest.history.append(
      HistoryEntry(action: reason == .expired ? "expire" : "prune", at: instant, by: program))
    try commit(manifest, deletions: namedPaths().union([.state]).sorted())
    return try remainder()
  }

  /// Takes a tombstone away, so that nothing is left at the path.
  ///
  /// - Throws: `exists` where the folder holds something else, or no tombstone stands; `disk`.
  package func purge() throws(BundleError) {
    guard bundle.manifest.tombstone != nil else {
      throw BundleError(.exists, "deleting", place: place, reason: "is no tombstone")
    }
    let own: Set<String> = [
      BundlePath.manifest.text, BundlePath.sums.text, BundlePath.state.text, FolderLock.fileName,
    ]
    let names = try reading(place) { () throws(SystemError) in try folder.entries() }
    if let other = names.first(where: { !own.contains($0) && !Folder.isTemporaryName($0) }) {
      throw BundleError(
        .exists, "deleting", place: place,
        reason: "holds \(quoted(other)), which is none of the bundle's files",
        hint: "move it away")
    }
    try writing(place) { () throws(SystemError) in
      // One step takes it from its path; a kill behind that leaves what is known as the rest of a bundle.
      let aside = place + ".old"
      try renameNoReplace(from: place, to: aside)
      try Superseded.remove(lock, at: aside)
    }
  }

  /// Every file of the bundle but the manifest and SHA256SUMS. Of a damaged listing what can be read counts, and what
  /// SHA256SUMS says: nothing of the title is to stay because a line of it cannot be read.
  private func namedPaths() -> Set<BundlePath> {
    var paths = Set(bundle.manifest.files.map(\.path))
    for stream in bundle.manifest.streams {
      let text = stream.folder.text
      // Its names are within the grammar whatever else is wrong with it.
      try? bundle.forEachFile(of: stream) { (file) in
        paths.insert(.media(file.name, of: stream.folder, text: text))
      }
    }
    let streams = Set(bundle.manifest.streams.map(\.folder))
    if let text = try? bundle.read(.sums, limit: Sums.byteLimit), let lines = try? Sums.lines(of: text) {
      for line in lines where line.path.stream.map(streams.contains) ?? false { paths.insert(line.path) }
    }
    return paths
  }

  private func remainder() throws(BundleError) -> [BundlePath] {
    let found = try reading(place) { () throws(SystemError) in try folder.walk() }
    return found.compactMap { entry -> BundlePath? in
      guard entry.status.kind == .file, let path = BundlePath(entry.path) else { return nil }
      return [.manifest, .sums, .state].contains(path.role) ? nil : path
    }
  }
}

// MARK: - Keys

extension BundleTransaction {
  /// Invalidates every key of the bundle that is there: each is overwritten and unlinked, the manifest says so, and a
  /// receipt is kept with its signature.
  ///
  /// - Parameters:
  ///   - receipt: the bytes of `receipt.json`.
  ///   - signature: of those bytes; nil where nobody signs.
  package func invalidateKeys(
    receipt: [UInt8], signature: [UInt8]?, at instant: Instant, by program: String
  ) throws(BundleError) {
    var manifest = bundle.manifest
    var deletions: [BundlePath] = []
    for index in manifest.keys.indices where manifest.keys[index].path != nil {
      if let path = manifest.keys[index].path { deletions.append(path) }
      manifest.keys[index].path = nil
      manifest.keys[index].state = .invalidated
    }
    manifest.history.append(HistoryEntry(action: "invalidate-keys", at: instant, by: program))
    try put(.receipt, receipt)
    if let signature { try put(.receiptSignature, signature) }
    try commit(manifest, deletions: Set(deletions).sorted())
  }

  /// Adds the signature of a receipt that stands without one.
  package func signReceipt(_ signature: [UInt8], at instant: Instant, by program: String) throws(BundleError)
  {
    var manifest = bundle.manifest
    manifest.history.append(
      HistoryEntry(action: "invalidate-keys", at: instant, by: program, note: "signed the receipt"))
    try put(.receiptSignature, signature)
    try commit(manifest, deletions: [])
  }
}
