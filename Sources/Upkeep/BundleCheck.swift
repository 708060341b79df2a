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
  private let waiting: Set<BundlePath>
  private let dropped: Set<String>
  private let namedPaths: Set<String>
  private var written: Result<[Sums.Line], BundleError>?

  private var findings: [Finding] = []
  private var queue = DigestQueue()
  private var sums = SumsText()
  /// Streams whose files only SHA256SUMS tells.
  private var unlisted: Set<String> = []
  private var streams: [TitleFacts.Stream] = []
  private var multivariant: MultivariantPlaylist?

  init(of bundle: OfflineBundle, level: Verification.Level, at instant: Instant) throws(BundleError) {
    self.bundle = bundle
    self.level = level
    self.instant = instant
    waiting = Set(bundle.manifest.pending.renames)
    dropped = Set(bundle.manifest.pending.deletions.map(\.text))
    namedPaths = Set(bundle.manifest.files.map(\.path.text))
  }

  /// Looks at everything but the bytes of media, keys and the like, which are put in the queue.
  mutating func gather() throws(BundleError) {
    sums.add(BundlePath.manifest.text, bundle.manifestFile.sha256)
    for file in bundle.manifest.files { sums.add(file.path.text, file.sha256) }
    var top = try contents(of: "")
    for path in [BundlePath.manifest, .sums] {
      _ = top.take(path.text)
      _ = top.take(PendingWork.waitingName(of: path))
    }
    if case .file = top.standing(of: BundlePath.state.text) { _ = top.take(BundlePath.state.text) }
    let files = Dictionary(grouping: bundle.manifest.files) { $0.path.folderName }
    checkPlain(files[""] ?? [], in: &top)
    for name in ["Data", "keys"] {
      guard let files = files[name] else { continue }
      _ = top.take(name)
      var folder = try contents(of: name)
      if isFolder(folder) { checkPlain(files, in: &folder) }
      tellExtras(of: folder)
    }
    for stream in bundle.manifest.streams {
      _ = top.take(stream.folder.text)
      try checkStream(stream, files: files[stream.folder.text] ?? [])
    }
    tellExtras(of: top)
    tell(RuleBook.findings(in: sumsFacts()))
    tell(RuleBook.findings(in: titleFacts()))
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
    return VerificationReport(
      path: bundle.path, title: manifest.title, level: level, findings: findings.sorted(),
      files: manifest.totalFiles + 2, bytes: overflow ? .max : bytes,
      isExpired: manifest.policy.hasExpired(at: instant.seconds))
  }

  private mutating func tell(_ more: [Finding]) { findings += more }
}

// MARK: - Files

extension BundleCheck {
  private func contents(of folder: String) throws(BundleError) -> FolderContents {
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
  private mutating func isFolder(_ contents: FolderContents) -> Bool {
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
  private mutating func sound(
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

  private mutating func sound(_ file: FileRecord, in contents: inout FolderContents) -> String? {
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

  private mutating func enqueue(_ file: FileRecord, name: String, folder: Int) {
    queue.add(
      DigestQueue.Item(
        folder: folder, name: name, finalName: FilePath.lastComponent(file.path.text), bytes: file.bytes,
        sha256: file.sha256))
  }

  /// Tells of what nobody named.
  private mutating func tellExtras(of contents: FolderContents, knowingMedia: Bool = true) {
    for (name, standing) in contents.rest {
      let path = contents.pathOf(name)
      if dropped.contains(path) { continue }
      let own = BundlePath(path)
      if !knowingMedia, case .media = own?.role, case .file = standing { continue }
      let isOwn =
        own != nil || StreamFolder(path) != nil || ["Data", "keys"].contains(path)
        || Folder.isTemporaryName(name)
      tell(RuleBook.findings(in: ExtraFacts(path: path, standing: standing, hasOwnName: isOwn)))
    }
  }
}

// MARK: - Playlists

extension BundleCheck {
  private mutating func checkMultivariant(_ file: FileRecord, name: String, in contents: FolderContents) {
    guard let reading = reading(file, name: name, in: contents) else { return }
    let facts = PlaylistFacts(
      path: file.path.text, kind: .multivariant, reading: reading, files: NamedFiles(paths: namedPaths),
      omitsKeys: omitsKeys)
    tell(RuleBook.findings(in: facts))
    multivariant = facts.multivariant
  }

  private var omitsKeys: Bool { bundle.manifest.keys.contains { $0.state == .omitted } }

  /// A playlist, read whole and parsed; nil when its bytes are not the ones packed, which is told.
  private mutating func reading(
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
    return TitleFacts(
      manifestPath: BundlePath.manifest.text, playlistPath: BundlePath.multivariantPlaylist.text,
      playlist: multivariant, streams: streams,
      primary: primary.map { BundlePath.mediaPlaylist(of: $0.stream).text }, gaps: manifest.gaps,
      missing: manifest.missing.count,
      expiredSince: manifest.policy.hasExpired(at: instant.seconds) ? expiry : nil,
      isPending: !manifest.pending.isEmpty)
  }
}

// MARK: - Streams

extension BundleCheck {
  private mutating func checkStream(_ stream: StreamRecord, files: [FileRecord]) throws(BundleError) {
    var contents = try contents(of: stream.folder.text)
    let playlistPath = BundlePath.mediaPlaylist(of: stream.folder)
    var titleStream = TitleFacts.Stream(
      playlistPath: playlistPath.text, gaps: stream.totals.gaps, playlistGaps: nil)
    defer { streams.append(titleStream) }
    guard isFolder(contents) else {
      unlisted.insert(stream.folder.text)
      return
    }
    let folder = queue.addFolder(contents.path)
    var playlist: (file: FileRecord, name: String)?
    var hasListing = false
    for file in files {
      guard let name = sound(file, in: &contents) else { continue }
      switch file.path.role {
      case .listing: hasListing = true
      case .mediaPlaylist: playlist = (file, name)
      default: enqueue(file, name: name, folder: folder)
      }
    }
    let media = checkMedia(of: stream, hasListing: hasListing, folder: folder, in: &contents)
    tellExtras(of: contents, knowingMedia: media.names != nil)
    var facts = StreamFacts(
      listingPath: BundlePath.listing(of: stream.folder).text, listing: media.listing,
      playlistPath: playlistPath.text, playlist: nil)
    if let playlist, let reading = reading(playlist.file, name: playlist.name, in: contents) {
      let parsed = PlaylistFacts(
        path: playlistPath.text, kind: .media, reading: reading,
        files: NamedFiles(paths: namedPaths, folder: stream.folder.text, media: media.names ?? []),
        omitsKeys: omitsKeys)
      if media.names != nil || parsed.media == nil { tell(RuleBook.findings(in: parsed)) }
      facts.playlist = parsed.media
      titleStream.playlistGaps = parsed.media?.segments.count { $0.isGap }
    }
    tell(RuleBook.findings(in: facts))
  }

  /// What is known of a stream's media.
  private struct Media {
    var listing: StreamFacts.Listing
    /// Names of its files; nil when nothing tells them.
    var names: Set<String>?
  }

  private mutating func checkMedia(
    of stream: StreamRecord, hasListing: Bool, folder: Int, in contents: inout FolderContents
  ) -> Media {
    guard hasListing else {
      return Media(listing: .unread, names: checkWrittenMedia(of: stream, folder, in: &contents))
    }
    let fresh = contents
    let before = findings.count
    var gathered = ListedMedia(of: stream, folder: folder)
    do throws(BundleError) {
      try bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        let name = gathered.add(file)
        let onDisk = sound(
          name, bytes: file.bytes, path: .media(file.name, of: stream.folder), in: &contents)
        if let onDisk {
          gathered.enqueue(file, name: name, onDisk: onDisk)
        }
      }
    } catch {
      findings.removeSubrange(before...)
      contents = fresh
      let reason = error.system == nil ? error.reason : "cannot be read: \(error.reason)"
      return Media(listing: .faulty(reason), names: checkWrittenMedia(of: stream, folder, in: &contents))
    }
    sums.add(gathered.sums)
    queue.add(gathered.items)
    return Media(listing: .segments(gathered.segments), names: gathered.names)
  }

  /// The files of a stream as SHA256SUMS has them, for want of a listing; nil when that is no help either.
  private mutating func checkWrittenMedia(
    of stream: StreamRecord, _ folder: Int, in contents: inout FolderContents
  ) -> Set<String>? {
    unlisted.insert(stream.folder.text)
    guard case .success(let lines) = writtenSums() else { return nil }
    var names: Set<String> = []
    for line in lines {
      guard case .media(stream.folder, let file) = line.path.role else { continue }
      let name = file.text
      names.insert(name)
      guard case .file(let bytes) = contents.standing(of: name) else {
        _ = sound(name, bytes: nil, path: line.path, in: &contents)
        continue
      }
      _ = contents.take(name)
      queue.add(DigestQueue.Item(folder: folder, name: name, bytes: bytes, sha256: line.sha256))
    }
    return names
  }
}

// MARK: - SHA256SUMS

extension BundleCheck {
  private mutating func writtenSums() -> Result<[Sums.Line], BundleError> {
    if let written { return written }
    let lines: Result<[Sums.Line], BundleError>
    do throws(BundleError) {
      lines = .success(try Sums.lines(of: bundle.read(.sums, limit: Sums.byteLimit), place: bundle.path))
    } catch {
      lines = .failure(error)
    }
    written = lines
    return lines
  }

  private mutating func sumsFacts() -> SumsFacts {
    SumsFacts(path: BundlePath.sums.text, comparison: compareSums())
  }

  private mutating func compareSums() -> SumsFacts.Comparison {
    guard unlisted.isEmpty else { return compareKnownSums() }
    do throws(BundleError) {
      let text = try bundle.read(.sums, limit: Sums.byteLimit)
      guard let line = sums.firstDifference(from: text) else { return .agrees }
      return .differs(line: line)
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// Where a listing cannot be trusted: all lines but those of its media.
  private mutating func compareKnownSums() -> SumsFacts.Comparison {
    switch writtenSums() {
    case .failure(let error): return error.system == nil ? .differs(line: nil) : .unreadable(error.reason)
    case .success(let lines):
      var known = SumsText()
      for line in lines {
        if case .media(let stream, _) = line.path.role, unlisted.contains(stream.text) { continue }
        known.add(line.path.text, line.sha256)
      }
      return sums.firstDifference(from: known.bytes) == nil ? .agrees : .differs(line: nil)
    }
  }
}

extension BundlePath {
  /// The folder that the file stands in; empty for the bundle's own.
  fileprivate var folderName: String {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) } ?? ""
  }
}
