import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist

/// The commit of a rework: all media are there, on one side or the other.
struct ReworkCommit: Sendable {
  let work: Rework
  let session: BuildSession
  let merged: KeyMerge
  let change: TitleChange

  private var plan: BuildPlan { session.plan }
  private var old: Manifest { work.bundle.manifest }

  func run() throws(DownloadError) -> BuildOutcome {
    let gathered = try session.gatherAll()
    do throws(BundleError) {
      let path = work.bundle.path
      let transaction: BundleTransaction
      if let lock = work.lock {
        transaction = try BundleTransaction.begin(at: path, holding: lock)
      } else {
        transaction = try BundleTransaction.begin(at: path)
      }
      let manifest = try change(transaction, gathered)
      return BuildOutcome(
        path: work.bundle.path, manifest: manifest, wasThere: false, reusedFiles: session.reusedFiles)
    } catch {
      throw DownloadError(error)
    }
  }

  private func change(
    _ transaction: BundleTransaction, _ streams: [GatheredStream]
  ) throws(BundleError) -> Manifest {
    let fresh = streams.filter { $0.standing == nil }
    var manifest = ManifestMaker(plan: plan, request: session.request, surroundings: session.surroundings)
      .manifest(streams, keys: old.keys, artwork: old.artwork)
    keepWords(in: &manifest)
    manifest.renditions += old.addedRenditions
    manifest.streams += old.addedStreams
    try stage(fresh, in: &manifest)
    try transaction.adopt(
      Dictionary(uniqueKeysWithValues: fresh.map { ($0.plan.folder, $0.listing.files.map(\.name)) }),
      from: session.staging)
    manifest.files = old.files
    var gone = try putData(transaction, fresh, in: &manifest)
    try putKeys(transaction, in: &manifest)
    gone += try dropped(from: &manifest, streams)
    gone += try change.putArtwork(transaction, in: &manifest)
    var tracks = StreamTracks()
    for stream in manifest.streams { tracks.add(stream) }
    let index = try withAdded(session.multivariant(streams, tracks))
    if SHA256Digest.of(index) != old.files.first(where: { $0.path == .multivariantPlaylist })?.sha256 {
      try transaction.replace(.multivariantPlaylist, index)
    }
    change.apply(to: &manifest)
    manifest.history = old.history + [change.entry(session.surroundings)]
    let paths = Set(gone.map(\.path))
    manifest.files.removeAll { paths.contains($0.path) }
    transaction.signer = session.request.signingKey
    markSource(of: manifest)
    let written = try transaction.commit(manifest, deletions: paths.sorted())
    try session.staging.discard()
    return written
  }

  /// Only what was asked now is vouched for, and not whatever a manifest says.
  private func markSource(of manifest: Manifest) {
    let source = manifest.source.url
    guard source == plan.requested.text || change.source?.url == source else { return }
    SourceMark(of: source, by: session.surroundings.machine)?.write(in: work.bundle.folder)
  }

  /// Subtitles that a person added are not the source's, and stay.
  private func withAdded(_ index: [UInt8]) throws(BundleError) -> [UInt8] {
    do throws(AddedSubtitles.Refusal) {
      return try AddedSubtitles.inserted(old.addedRenditions, into: index)
    } catch {
      throw BundleError(
        .damaged, "changing", place: work.bundle.path, file: BundlePath.multivariantPlaylist.text,
        reason: error.reason)
    }
  }

  /// What a new manifest would say anew and a changed one keeps.
  private func keepWords(in manifest: inout Manifest) {
    manifest.title = old.title
    manifest.createdAt = old.createdAt
    manifest.createdBy = old.createdBy
    manifest.metadata = old.metadata
    manifest.policy = old.policy
    manifest.source = old.source
    manifest.selection = old.selection
    manifest.sessionData = session.sessionData
    let streams = Set(manifest.streams.map(\.folder))
    manifest.missing = old.missing.filter { streams.contains($0.stream) }
  }

  /// Playlists, listings and indices of new streams, into their folders in the unfinished bundle.
  private func stage(_ fresh: [GatheredStream], in manifest: inout Manifest) throws(BundleError) {
    for stream in fresh { try session.putPlaylist(stream) }
    try session.staging.finish(fresh.map(\.listing), in: &manifest)
    try session.staging.sync()
  }

  // MARK: - Files of the whole bundle

  /// Playlists as fetched, and payloads of session data. Returns what nothing names any more.
  private func putData(
    _ transaction: BundleTransaction, _ fresh: [GatheredStream], in manifest: inout Manifest
  ) throws(BundleError) -> [FileRecord] {
    for stream in fresh {
      let bytes = Originals.redacted(stream.plan.original, volatile: plan.volatile)
      if let path = Originals.path(Originals.name(stream.plan.folder), old.identity) {
        try put(path, bytes, transaction)
      }
    }
    guard case .updating = work.aim else { return [] }
    if plan.multivariant != nil, let path = Originals.path(Originals.multivariant, old.identity) {
      try put(path, Originals.redacted(plan.original, volatile: plan.volatile), transaction)
    }
    var named: Set<BundlePath> = []
    for file in session.staging.putFiles where DataName(file.path)?.category == .sessionData {
      try put(file.path, try payload(file.path), transaction)
      named.insert(file.path)
    }
    return old.files.filter { DataName($0.path)?.category == .sessionData && !named.contains($0.path) }
  }

  private func payload(_ path: BundlePath) throws(BundleError) -> [UInt8] {
    do throws(SystemError) {
      return try session.staging.folder.readWhole(path.text, limit: Int(SourceLimits.chapterImage))
    } catch {
      throw BundleError(
        .disk, "reading", place: session.staging.partialPath, file: path.text, reason: error.reason,
        system: error)
    }
  }

  /// Puts a file under a name of its own, or in the place of another content of the same name.
  private func put(
    _ path: BundlePath, _ bytes: [UInt8], _ transaction: BundleTransaction
  ) throws(BundleError) {
    guard let standing = old.files.first(where: { $0.path == path }) else {
      try transaction.put(path, bytes)
      return
    }
    if standing.sha256 != SHA256Digest.of(bytes) { try transaction.replace(path, bytes) }
  }

  private func putKeys(
    _ transaction: BundleTransaction, in manifest: inout Manifest
  ) throws(BundleError) {
    guard plan.keyHandling != .decrypt else { return }
    let isShared = session.request.sharedKeys
    for number in merged.new {
      guard let path = BundlePath.key(number) else { continue }
      if let bytes = merged.contents[number].bytes {
        try transaction.put(path, bytes, mode: isShared ? 0o644 : 0o600)
      }
      manifest.keys.append(session.record(ofKey: number, at: path))
    }
  }

  // MARK: - What goes

  /// All files of streams that are no longer in the manifest, and keys that nothing needs.
  private func dropped(
    from manifest: inout Manifest, _ streams: [GatheredStream]
  ) throws(BundleError) -> [FileRecord] {
    let kept = Set(manifest.streams.map(\.folder))
    var gone: [FileRecord] = []
    for stream in old.streams where !kept.contains(stream.folder) {
      let original = Originals.path(Originals.name(stream.folder), old.identity)
      gone += old.files.filter { $0.path.stream == stream.folder || $0.path == original }
      try work.bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        gone.append(
          FileRecord(path: .media(file.name, of: stream.folder), bytes: file.bytes, sha256: file.sha256))
      }
    }
    if !gone.isEmpty { gone += try dropKeys(from: &manifest, streams) }
    return gone
  }

  /// Their places stay, since listings count by them; those at the end do not.
  private func dropKeys(
    from manifest: inout Manifest, _ streams: [GatheredStream]
  ) throws(BundleError) -> [FileRecord] {
    var needed = Set(merged.numbers.values)
    for stream in streams where stream.standing != nil {
      needed.formUnion(stream.listing.files.compactMap(\.key))
      needed.formUnion(try KeyNames.numbers(in: .mediaPlaylist(of: stream.plan.folder), of: work.bundle))
    }
    var gone: [FileRecord] = []
    for (number, key) in old.keys.enumerated() where !needed.contains(number) {
      gone += old.files.filter { $0.path == key.path }
      manifest.keys[number].path = nil
      manifest.keys[number].state = .removed
    }
    while manifest.keys.last?.state == .removed { manifest.keys.removeLast() }
    return gone
  }
}

/// Finds the keys that a local playlist names.
enum KeyNames {
  /// Numbers of the files in `keys/`.
  static func numbers(in path: BundlePath, of bundle: OfflineBundle) throws(BundleError) -> Set<Int> {
    let text = String(decoding: try bundle.read(path, limit: Int(SourceLimits.playlist)), as: UTF8.self)
    var numbers: Set<Int> = []
    for part in text.split(separator: "\"") where part.hasPrefix("../keys/") {
      if case .key(let number)? = BundlePath(String(part.dropFirst(3)))?.role { numbers.insert(number) }
    }
    return numbers
  }
}

extension TitleChange {
  func entry(_ surroundings: Builder.Surroundings) -> HistoryEntry {
    HistoryEntry(
      action: action, at: surroundings.now(), by: surroundings.program, note: note,
      originDate: surroundings.credibleDate)
  }

  /// Puts the picture in the place of the one that is there. Returns that one where it has another name.
  func putArtwork(
    _ transaction: BundleTransaction, in manifest: inout Manifest
  ) throws(BundleError) -> [FileRecord] {
    guard let artwork, !artworkIsThere(manifest) else { return [] }
    let old = manifest.artwork?.file
    let file =
      try old?.path == artwork.path
      ? transaction.replace(artwork.path, artwork.bytes) : transaction.put(artwork.path, artwork.bytes)
    manifest.artwork = ArtworkRecord(
      file: file, type: artwork.type, width: artwork.width, height: artwork.height)
    return old.map { $0.path == artwork.path ? [] : [$0] } ?? []
  }
}
