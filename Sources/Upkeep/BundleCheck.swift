import BundleStore
import Conformance
import Digest
import Files
import Playlist
import Rights

/// One look at a bundle: gathers facts, hands them to the rules, and keeps what they find.
struct BundleCheck {
  /// No local playlist is longer.
  static let playlistLimit = 64 << 20

  let bundle: OfflineBundle
  private let level: Verification.Level
  private let instant: Instant
  /// Whose signature the bundle must have; nil: nobody's.
  let key: PublicKey?
  private let waiting: Set<BundlePath>
  private let dropped: Set<String>
  let namedPaths: Set<String>
  /// What keys would be called that are not there.
  let omittedKeys: Set<String>
  var written: Result<[Sums.Line], BundleError>?

  var findings: [Finding] = []
  var queue = DigestQueue()
  var sums = SumsText()
  /// Streams whose files only SHA256SUMS tells.
  var unlisted: Set<String> = []
  var streams: [TitleFacts.Stream] = []
  /// Bytes of media files that I-frame and image playlists may name parts of, by path; nil: none does.
  var lent: [String: Int64]?
  /// Whether the names of some stream's media are not known, so that a reference to them may be right.
  var lacksNames = false
  private var multivariant: MultivariantPlaylist?

  init(
    of bundle: OfflineBundle, level: Verification.Level, at instant: Instant, signedBy key: PublicKey?
  ) throws(BundleError) {
    self.bundle = bundle
    self.key = key
    self.level = level
    self.instant = instant
    waiting = Set(bundle.manifest.pending.renames)
    let deletions = bundle.manifest.pending.deletions
    // A folder goes when nothing is left in it.
    dropped = Set(deletions.map(\.text)).union(deletions.map(\.folderName))
    namedPaths = Set(bundle.manifest.files.map(\.path.text))
    omittedKeys = Set(bundle.manifest.keys.filter { $0.path == nil }.compactMap { $0.namedPath?.text })
  }

  /// Looks at everything but the bytes of media, keys and the like, which are put in the queue.
  mutating func gather() throws(BundleError) {
    sums.add(BundlePath.manifest.text, bundle.manifestFile.sha256)
    for file in bundle.manifest.files { sums.add(file.path.text, file.sha256) }
    var top = try contents(of: "")
    for path in [BundlePath.manifest, .sums, .sumsSignature] {
      _ = top.take(path.text)
      _ = top.take(PendingWork.waitingName(of: path))
    }
    for name in [BundlePath.state.text, FolderLock.fileName] {
      if case .file = top.standing(of: name) { _ = top.take(name) }
    }
    let files = Dictionary(grouping: bundle.manifest.files) { $0.path.folderName }
    checkPlain(files[""] ?? [], in: &top)
    for name in ["Data", "keys"] {
      guard let files = files[name] else { continue }
      _ = top.take(name)
      var folder = try contents(of: name)
      if isFolder(folder) { checkPlain(files, in: &folder) }
      tellExtras(of: folder)
    }
    // Last those whose playlists name parts of the others' files.
    let trickPlay = bundle.manifest.streams.filter(\.folder.kind.isTrickPlay)
    if !trickPlay.isEmpty { lent = [:] }
    for stream in bundle.manifest.streams.filter({ !$0.folder.kind.isTrickPlay }) + trickPlay {
      _ = top.take(stream.folder.text)
      try checkStream(stream, files: files[stream.folder.text] ?? [])
    }
    tellExtras(of: top)
    tell(RuleBook.findings(in: sumsFacts()))
    if bundle.manifest.tombstone == nil { tell(RuleBook.findings(in: titleFacts())) }
  }

  /// Compares what is in the queue with its digests.
  mutating func readBytes(jobs: Int, progress: VerificationProgress?) {
    guard level == .full else { return }
    progress?.expect(queue.bytes)
    for fault in queue.compare(in: bundle.folder, jobs: jobs, progress: progress) {
      tell(
        RuleBook.findings(
          in: FileFacts(
            path: queue.path(of: fault.item), bytes: fault.item.bytes,
            standing: .file(bytes: fault.item.bytes), content: fault.content)))
    }
  }

  func report() -> VerificationReport {
    let manifest = bundle.manifest
    let (bytes, overflow) = manifest.totalBytes.addingReportingOverflow(bundle.manifestFile.bytes)
    var report = VerificationReport(
      path: bundle.path, title: manifest.title, level: level, findings: findings.sorted(),
      files: manifest.totalFiles + 2, bytes: overflow ? .max : bytes,
      ending: manifest.ending(at: instant))
    report.hasExpiredKeys = !expiredKeys.isEmpty
    return report
  }

  mutating func tell(_ more: [Finding]) { findings += more }
}

// MARK: - Files

extension BundleCheck {
  func contents(of folder: String) throws(BundleError) -> FolderContents {
    do throws(SystemError) {
      return try FolderContents(of: folder, in: bundle.folder)
    } catch {
      throw BundleError(
        .disk, "reading", place: bundle.path, file: folder.isEmpty ? nil : folder, reason: error.reason,
        system: error)
    }
  }

  /// Whether there is any use in looking for files in the folder; tells when there is none. A folder that is
  /// not there is looked into, so that each of its files is told.
  mutating func isFolder(_ contents: FolderContents) -> Bool {
    switch contents.opening {
    case .open, .absent: return true
    case .wrongKind(let standing):
      tell(
        RuleBook.findings(
          in: FileFacts(path: contents.path, isFolder: true, bytes: nil, standing: standing)))
    case .unreadable(let reason):
      tell(
        RuleBook.findings(
          in: FileFacts(
            path: contents.path, isFolder: true, bytes: nil, standing: .folder, content: .unreadable(reason)))
      )
    }
    return false
  }

  /// The name that a file of the bundle has on disk; nil when it is not as it must be, which is told.
  mutating func sound(
    _ name: String, bytes: Int64?, path: @autoclosure () -> BundlePath?, in contents: inout FolderContents
  ) -> String? {
    var onDisk = name
    if !waiting.isEmpty, let path = path(), waiting.contains(path) {
      // The new version is taken for the old one until it has its place.
      let waitingName = FilePath.lastComponent(PendingWork.waitingName(of: path))
      if contents.standing(of: waitingName) != .nothing {
        _ = contents.take(name)
        onDisk = waitingName
      }
    }
    let standing = contents.take(onDisk)
    guard !FileFacts.isSound(standing, bytes: bytes) else { return onDisk }
    let facts = FileFacts(path: contents.pathOf(name), bytes: bytes, standing: standing)
    tell(RuleBook.findings(in: facts))
    return nil
  }

  mutating func sound(_ file: FileRecord, in contents: inout FolderContents) -> String? {
    sound(FilePath.lastComponent(file.path.text), bytes: file.bytes, path: file.path, in: &contents)
  }

  /// Files outside of stream folders.
  private mutating func checkPlain(_ files: [FileRecord], in contents: inout FolderContents) {
    let folder = queue.addFolder(contents.path)
    for file in files {
      guard let name = sound(file, in: &contents) else { continue }
      if file.path == .multivariantPlaylist {
        checkMultivariant(file, name: name, in: contents)
      } else {
        enqueue(file, name: name, folder: folder)
      }
    }
  }

  mutating func enqueue(_ file: FileRecord, name: String, folder: Int) {
    queue.add(
      DigestQueue.Item(
        folder: folder, name: name, finalName: FilePath.lastComponent(file.path.text), bytes: file.bytes,
        sha256: file.sha256))
  }

  /// Tells of what nobody named.
  mutating func tellExtras(of contents: FolderContents, knowingMedia: Bool = true) {
    for (name, standing) in contents.rest {
      let path = contents.pathOf(name)
      if dropped.contains(path) { continue }
      let own = BundlePath(path)
      if !knowingMedia, case .media = own?.role, case .file = standing { continue }
      let isOwn =
        own != nil || StreamFolder(path) != nil || ["Data", "keys"].contains(path)
        || Folder.isTemporaryName(name) || isWaitingName(path)
      tell(RuleBook.findings(in: ExtraFacts(path: path, standing: standing, hasOwnName: isOwn)))
    }
  }
}

extension BundleCheck {
  /// The new version of a file, for a commit that did not come.
  private func isWaitingName(_ path: String) -> Bool {
    guard path.hasSuffix(".new"), let final = BundlePath(String(path.dropLast(4))) else { return false }
    return PendingWork.waitingName(of: final) == path
  }
}

// MARK: - Playlists

extension BundleCheck {
  private mutating func checkMultivariant(_ file: FileRecord, name: String, in contents: FolderContents) {
    guard let reading = reading(file, name: name, in: contents) else { return }
    let facts = PlaylistFacts(
      path: file.path.text, kind: .multivariant, reading: reading, files: NamedFiles(paths: namedPaths),
      omittedKeys: omittedKeys)
    tell(RuleBook.findings(in: facts))
    multivariant = facts.multivariant
  }

  private var expiredKeys: [KeyRecord] {
    let time = bundle.manifest.time(at: instant)
    return bundle.manifest.keys.filter { $0.hasExpired(at: time) }
  }

  /// A playlist, read whole and parsed; nil when its bytes are not the ones packed, which is told.
  mutating func reading(
    _ file: FileRecord, name: String, in contents: FolderContents
  ) -> PlaylistFacts.Reading? {
    guard let folder = contents.folder else { return nil }
    var facts = FileFacts(path: file.path.text, bytes: file.bytes, standing: .file(bytes: file.bytes))
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try folder.readWhole(name, limit: BundleCheck.playlistLimit)
    } catch {
      facts.content = .unreadable(error.reason)
      tell(RuleBook.findings(in: facts))
      return nil
    }
    guard SHA256Digest.of(bytes) == file.sha256 else {
      facts.content = .different
      tell(RuleBook.findings(in: facts))
      return nil
    }
    do throws(PlaylistError) {
      return .playlist(try PlaylistParser(name: file.path.text).parse(bytes))
    } catch {
      return .failure(error)
    }
  }

  private func titleFacts() -> TitleFacts {
    let manifest = bundle.manifest
    let primary = manifest.variants.first { $0.role == .primary }
    let expiry = manifest.policy.expiresAt.map { Instant(seconds: $0).rfc3339 }
    var facts = TitleFacts(
      manifestPath: BundlePath.manifest.text, playlistPath: BundlePath.multivariantPlaylist.text,
      playlist: multivariant, streams: streams,
      primary: primary.map { BundlePath.mediaPlaylist(of: $0.stream).text }, gaps: manifest.gaps,
      missing: manifest.missing.count,
      expiredSince: manifest.hasExpired(at: instant) ? expiry : nil,
      isPending: !manifest.pending.isEmpty)
    facts.expiredKeys = expiredKeys.map {
      TitleFacts.ExpiredKey(id: $0.id, since: $0.expiresAt?.rfc3339 ?? "")
    }
    return facts
  }
}

extension BundlePath {
  /// The folder that the file stands in; empty for the bundle's own.
  fileprivate var folderName: String {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? ""
  }
}
