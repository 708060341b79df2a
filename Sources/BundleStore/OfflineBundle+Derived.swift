import Digest
import Files
import JSON

/// Files of a bundle that follow from others, made again.
extension OfflineBundle {
  /// `root.xml`.
  package func rootIndex() throws(BundleError) -> [UInt8] {
    try xml { () throws(XMLText.OutOfMemory) in try AppleIndex.root() }
  }

  /// `boot.xml`.
  package func bootIndex() throws(BundleError) -> [UInt8] { try AppleIndex.boot(of: manifest, place: path) }

  /// `StreamInfoBoot.xml` of a stream with this listing.
  package func streamIndex(_ listing: StreamListing) throws(BundleError) -> [UInt8] {
    let peak = manifest.stream(listing.folder)?.peakBandwidth ?? 0
    return try xml { () throws(XMLText.OutOfMemory) in
      try AppleIndex.stream(listing, peakBandwidth: peak)
    }
  }

  private func xml(_ body: () throws(XMLText.OutOfMemory) -> [UInt8]) throws(BundleError) -> [UInt8] {
    do throws(XMLText.OutOfMemory) {
      return try body()
    } catch {
      throw BundleError(.disk, "writing Apple's index of", place: path, reason: "out of memory")
    }
  }

  /// Makes SHA256SUMS again where it is what keeps a bundle from being opened: it is missing, or its line for the
  /// manifest is. The manifest must be in the form that it was written in, and every listing the one that it means.
  ///
  /// - Returns: whether it was made again; false where nothing of the kind is wrong.
  /// - Throws: `inUse`, `damaged` when manifest or a listing is damaged too, `disk`. Nothing is changed then.
  package static func mendSums(at path: String) throws(BundleError) -> Bool {
    let place = FilePath.withoutTrailingSlashes(path)
    guard let lock = try lockIfThere(place) else { return false }
    do throws(BundleError) {
      _ = try OfflineBundle(open: lock.folder, place: place)
      return false
    } catch {
      guard error.kind == .damaged, error.file == BundlePath.sums.text else { return false }
    }
    guard let bundle = try OfflineBundle(unvouched: lock.folder, place: place) else { return false }
    let text = try bundle.expectedSums()
    try writing(place, file: BundlePath.sums.text) { () throws(SystemError) in
      try lock.folder.writeWhole(BundlePath.sums.text, text, durable: true)
    }
    return true
  }

  /// Nil where there is no folder to be locked.
  private static func lockIfThere(_ place: String) throws(BundleError) -> FolderLock? {
    // What cannot be opened is told by whoever opens it next.
    guard (try? Folder.open(place)) != nil else { return nil }
    let lock = try writing(place) { () throws(SystemError) in try FolderLock.acquire(place) }
    guard let lock else {
      throw BundleError(
        .inUse, "locking", place: place, reason: "another process is working on it",
        hint: "wait for it, or stop it")
    }
    return lock
  }

  /// By its manifest alone; nil where that is not in the form that it was written in, or has work to be done.
  private init?(unvouched folder: Folder, place: String) throws(BundleError) {
    let bytes = try reading(place, file: BundlePath.manifest.text) { () throws(SystemError) in
      try folder.readWhole(BundlePath.manifest.text, limit: ManifestFile.byteLimit)
    }
    guard let value = try? JSONReader.parse(bytes), Manifest.bytes(of: value) == bytes,
      value["pending"] == nil
    else { return nil }
    path = place
    self.folder = folder
    manifest = try Manifest(value, place: place)
    manifestFile = FileRecord(path: .manifest, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes))
    written = manifestFile.sha256
  }
}
