package import Digest
import Files
import JSON

extension BundleStaging {
  /// Finishes the bundle: writes listings, Apple's index, the manifest and SHA256SUMS, deletes what nothing
  /// names, brings all of it to the disk, and renames the folder to its final name in one step.
  ///
  /// - Parameters:
  ///   - manifest: `files` and what is known of streams from their listings is filled in here.
  ///   - listings: one for each stream of the manifest; every file is in place with the size it says.
  ///   - signer: signs SHA256SUMS; nil: nobody does.
  ///   - mark: of the source that the manifest records; nil: there is none.
  ///   - notes: what servers said of its playlists.
  /// - Returns: the manifest as written.
  /// - Throws: `exists` when something stands at the final path; `damaged` when a file is missing or has
  ///   another size, or manifest and listings do not agree; `disk`. What was done stays for the next run.
  package func commit(
    _ manifest: Manifest, listings: [StreamListing], signer: SigningKey? = nil, mark: SourceMark? = nil,
    notes: [PlaylistNote] = []
  ) throws(BundleError) -> Manifest {
    try refuseTaken()
    var manifest = manifest
    try finish(listings, in: &manifest)
    try writeIndex(of: manifest)
    manifest.files = putFiles.filter { OwnNames.isListed($0.path) }
    _ = try Manifest(manifest.json, place: partialPath)
    let bytes = manifest.bytes
    try writeWhole(.manifest, bytes)
    let sums = Sums.text(of: sumLines(manifest, bytes, listings))
    try writeWhole(.sums, sums)
    if let signer { try writeWhole(.sumsSignature, signer.sumsSignature(sums, place: partialPath)) }
    try removeStrays(manifest, listings, isSigned: signer != nil)
    mark?.write(in: folder)
    // Before the bundle has its name, so that a kill while they are written leaves nothing in it.
    PlaylistNote.write(notes, in: folder)
    try settle()
    return manifest
  }

  /// Writes the listings of streams that are whole, and Apple's indices of them.
  /// - Parameter manifest: what is known of these streams from their listings is filled in.
  /// - Throws: `damaged` when a file is missing or has another size; `disk`.
  package func finish(_ listings: [StreamListing], in manifest: inout Manifest) throws(BundleError) {
    for listing in listings {
      try checkFiles(of: listing)
      try write(listing, into: &manifest)
    }
  }

  private func refuseTaken() throws(BundleError) {
    let status = try writing(finalPath) { () throws(SystemError) in try NamedPlace.status(finalPath) }
    guard status != nil, !replaces else { return }
    throw taken()
  }

  private func taken() -> BundleError {
    BundleError(
      .exists, "committing", place: finalPath, reason: "something stands there already",
      hint: "move it away, or choose another place with -o")
  }

  /// A bundle is never committed with a hole in it.
  private func checkFiles(of listing: StreamListing) throws(BundleError) {
    let stream = try streamFolder(listing.folder)
    for file in listing.files {
      let path = BundlePath.media(file.name, of: listing.folder).text
      let status = try writing(partialPath, file: path) { () throws(SystemError) in
        try stream.status(file.name.text)
      }
      guard let status, status.kind == .file else {
        throw BundleError(.damaged, "committing", place: partialPath, file: path, reason: "is not there")
      }
      guard status.size == file.bytes else {
        throw BundleError(
          .damaged, "committing", place: partialPath, file: path,
          reason: "has \(status.size) bytes instead of \(file.bytes)")
      }
    }
  }

  private func write(_ listing: StreamListing, into manifest: inout Manifest) throws(BundleError) {
    let path = BundlePath.listing(of: listing.folder)
    let written = try writing(partialPath, file: path.text) { () throws(SystemError) in
      let file = try folder.createFile(path.text, exclusive: false)
      var writer = StreamListingWriter(file, header: listing.header)
      for file in listing.files { try writer.add(file) }
      return try writer.finish()
    }
    note(FileRecord(path: path, bytes: written.bytes, sha256: written.sha256))
    var peak: Int64 = 0
    if let index = manifest.streams.firstIndex(where: { $0.folder == listing.folder }) {
      manifest.streams[index].totals = listing.totals
      manifest.streams[index].sha256 = written.sha256
      peak = manifest.streams[index].peakBandwidth
    }
    let streamIndex = try xml { () throws(XMLText.OutOfMemory) in
      try AppleIndex.stream(listing, peakBandwidth: peak)
    }
    try put(.streamIndex(of: listing.folder), streamIndex)
  }

  private func writeIndex(of manifest: Manifest) throws(BundleError) {
    let data = putFiles.compactMap { DataName($0.path) }
    try put(.rootIndex, xml { () throws(XMLText.OutOfMemory) in try AppleIndex.root() })
    try put(.bootIndex, xml { () throws(XMLText.OutOfMemory) in try AppleIndex.boot(manifest, data: data) })
  }

  private func xml(_ body: () throws(XMLText.OutOfMemory) -> [UInt8]) throws(BundleError) -> [UInt8] {
    do throws(XMLText.OutOfMemory) {
      return try body()
    } catch {
      throw BundleError(.disk, "writing Apple's index of", place: partialPath, reason: "out of memory")
    }
  }

  private func writeWhole(_ path: BundlePath, _ bytes: [UInt8]) throws(BundleError) {
    try writing(partialPath, file: path.text) { () throws(SystemError) in
      try folder.writeWhole(path.text, bytes, durable: false)
    }
  }

  private func sumLines(_ manifest: Manifest, _ bytes: [UInt8], _ listings: [StreamListing]) -> [Sums.Line] {
    var lines = [Sums.Line(path: .manifest, sha256: SHA256Digest.of(bytes))]
    lines += manifest.files.map { Sums.Line(path: $0.path, sha256: $0.sha256) }
    for listing in listings {
      let text = listing.folder.text
      lines += listing.files.map {
        Sums.Line(path: .media($0.name, of: listing.folder, text: text), sha256: $0.sha256)
      }
    }
    return lines
  }

  /// Deletes what has a name of ours and is no part of the bundle. What is not ours is left alone.
  private func removeStrays(
    _ manifest: Manifest, _ listings: [StreamListing], isSigned: Bool
  ) throws(BundleError) {
    var parts: Set<String> = [
      BundlePath.manifest.text, BundlePath.sums.text, Journal.name, FolderLock.fileName,
    ]
    if isSigned { parts.insert(BundlePath.sumsSignature.text) }
    parts.formUnion(manifest.files.map(\.path.text))
    for listing in listings {
      let text = listing.folder.text
      parts.formUnion(listing.files.map { "\(text)/\($0.name.text)" })
    }
    try writing(partialPath) { () throws(SystemError) in
      for entry in try folder.walk().reversed() where OwnNames.knows(entry) && !parts.contains(entry.path) {
        if entry.status.kind == .file {
          try folder.remove(entry.path)
        } else if try folder.entries(entry.path, limit: 1_000_000).isEmpty {
          try folder.removeEmptyFolder(entry.path)
        }
      }
    }
  }

  /// From memory to the disk, then the name. Once the journal has gone the manifest speaks for the folder,
  /// and all that it names is on the disk.
  private func settle() throws(BundleError) {
    try sync()
    try writing(partialPath) { () throws(SystemError) in
      try folder.remove(Journal.name)
      try folder.sync()
    }
    if replaces, try Superseded.replace(finalPath, by: partialPath) { return releaseLock() }
    do throws(SystemError) {
      try renameNoReplace(from: partialPath, to: finalPath)
    } catch {
      throw error.isPresent ? taken() : .writing(finalPath, error)
    }
    try writing(finalPath) { () throws(SystemError) in
      let parent = FilePath.parent(finalPath)
      try Folder.open(parent.isEmpty ? "." : parent).sync()
    }
    releaseLock()
  }
}

extension OwnNames {
  /// Whether the manifest's `files` name such a file.
  static func isListed(_ path: BundlePath) -> Bool {
    switch path.role {
    case .manifest, .sums, .sumsSignature, .state, .media: false
    default: true
    }
  }
}
