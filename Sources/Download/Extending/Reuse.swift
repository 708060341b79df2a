import Addresses
import BundleStore
import Digest
import Files
import Playlist

/// A stream as a bundle on disk holds it, of which a new generation is made: what is unchanged of its media is
/// reused.
struct EarlierGeneration: Sendable {
  /// The folder that holds it.
  let folder: Folder
  /// Files by the part of the resource that they hold; those that are there twice are left out.
  private let files: [Part: StreamFile]

  private struct Part: Hashable {
    let uri: String
    let offset: Int64?
    let length: Int64?
  }

  init(_ listing: StreamListing, in folder: Folder) {
    self.folder = folder
    var files: [Part: StreamFile] = [:]
    var repeated: Set<Part> = []
    for file in listing.files where !file.isGap {
      guard let source = file.source else { continue }
      let part = Part(uri: source.uri, offset: source.offset, length: source.length)
      if files.updateValue(file, forKey: part) != nil { repeated.insert(part) }
    }
    self.files = files.filter { !repeated.contains($0.key) }
  }

  /// The file that holds what a piece asks for.
  ///
  /// What is encrypted must be so with the same key, at the same place of the sequence: its bytes depend on both.
  /// Where a credential was taken out of the recorded address only the same place vouches for it.
  func file(for piece: Piece, hiding volatile: VolatileParameters) -> StreamFile? {
    let shown = Redaction.redacted(piece.uri, volatile: volatile)
    guard !piece.isGap,
      let file = files[Part(uri: shown, offset: piece.range?.offset, length: piece.range?.length)],
      (file.name.role == .segment) == piece.isSegment, file.key == piece.storedKey
    else { return nil }
    let isPlaced = file.sequence == nil || file.sequence == piece.sequence
    guard isPlaced || (piece.cipher == nil && !shown.contains(Redaction.mark)) else { return nil }
    return file
  }
}

extension BuildSession {
  /// Takes what is unchanged from earlier generations into the streams' new folders.
  func adoptUnchanged(_ contexts: [StreamFolder: StreamContext]) throws(BundleError) {
    let records = FileRecords(volatile: plan.volatile)
    for (folder, earlier) in earlier {
      guard let context = contexts[folder] else { continue }
      var entries: [JournalEntry] = []
      for (index, piece) in context.stream.pieces.enumerated() where !context.isStored(index) {
        guard let old = earlier.file(for: piece, hiding: plan.volatile),
          let name = old.name.moved(to: piece), try isWhole(old, in: earlier.folder)
        else { continue }
        try link(old, as: name, from: earlier.folder, into: context.folder, of: folder)
        let facts = PieceFacts(
          name: name.text, bytes: old.bytes, digest: old.sha256, container: name.container,
          isInspected: false, disguise: old.disguise, encoding: old.encoding, sample: [])
        guard let file = records.file(facts, at: index, in: context.stream) else { continue }
        entries.append(
          JournalEntry(
            stream: folder, file: file,
            identity: IdentityHash(of: Identity(of: piece.uri, ignoring: plan.volatile))))
        context.takeUp(file, at: index)
      }
      try staging.record(entries)
      note(reused: entries.count)
    }
  }

  private func isWhole(_ file: StreamFile, in folder: Folder) throws(BundleError) -> Bool {
    do throws(SystemError) {
      let digest = try fileDigest(folder.openForReading(file.name.text)).digest
      return digest == file.sha256
    } catch {
      // What cannot be read is fetched.
      return false
    }
  }

  private func link(
    _ old: StreamFile, as name: MediaFileName, from: Folder, into: Folder, of stream: StreamFolder
  ) throws(BundleError) {
    do throws(SystemError) {
      try into.link(old.name.text, of: from, as: name.text)
    } catch {
      throw BundleError(
        .disk, "writing", place: staging.partialPath, file: stream.text, reason: error.reason, system: error)
    }
  }
}

extension MediaFileName {
  /// The same kind of file at the place of a piece.
  fileprivate func moved(to piece: Piece) -> MediaFileName? {
    let (role, number): (MediaFileName.Role, Int) =
      switch piece.role {
      case .initialization(let number): (.initialization, number)
      case .segment(let number): (.segment, number)
      }
    return MediaFileName(role, index: number, fileExtension: fileExtension)
  }
}
