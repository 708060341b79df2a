import Addresses
import BundleStore
import Digest
import Files
import Transfer

/// The streams of a bundle under repair: what is sound counts as there, so that only the rest is fetched.
struct RepairedStreams: Sendable {
  let bundle: OfflineBundle
  let match: SourceMatch
  let expected: ExpectedFiles
  let damaged: Set<BundlePath>
  /// By index into the plan's streams; nil for one that the bundle does not have.
  let contexts: [StreamContext?]
  /// Numbers of the bundle's keys, by those of the plan's.
  let keys: RepairedKeys

  init(
    _ bundle: OfflineBundle, _ match: SourceMatch, _ expected: ExpectedFiles, damaged: Set<BundlePath>,
    keys: RepairedKeys, staging: BundleStaging
  ) throws(DownloadError) {
    self.bundle = bundle
    self.match = match
    self.expected = expected
    self.damaged = damaged
    self.keys = keys
    let pool = BufferPool()
    var contexts: [StreamContext?] = []
    do throws(BundleError) {
      for (stream, record) in zip(match.plan.streams, match.streams) {
        guard record != nil else {
          contexts.append(nil)
          continue
        }
        let folder = try staging.streamFolder(stream.folder)
        contexts.append(
          StreamContext(stream, folder: folder, pool: pool, keys: keys.contents.map(\.clearBytes)) { _ in })
      }
    } catch {
      throw DownloadError(error)
    }
    self.contexts = contexts
  }

  /// Takes up what is sound.
  /// - Throws: `wrongSource` when a playlist names other media than those that were packed.
  func takeUp() throws(DownloadError) {
    for case let context? in contexts {
      let stream = context.stream
      guard let listing = expected.listings[stream.folder] else {
        do throws(SystemError) { try takeUpUnlisted(context) } catch { throw DownloadError(error) }
        continue
      }
      if let difference = PieceMatch.difference(stream, from: listing) {
        guard damaged.contains(where: { $0.stream == stream.folder }) else { continue }
        throw .otherNow(stream.asked.pathText, difference)
      }
      for file in listing.files where !damaged.contains(.media(file.name, of: stream.folder)) || file.isGap {
        guard let index = stream.piece(file.name.role, file.name.index) else { continue }
        if !stream.pieces[index].isGap { context.takeUp(file, at: index) }
      }
    }
  }

  /// Of a stream without its listing: the files as they stand.
  private func takeUpUnlisted(_ context: StreamContext) throws(SystemError) {
    let stream = context.stream
    guard try bundle.folder.status(stream.folder.text)?.kind == .folder else { return }
    let folder = try bundle.folder.folder(stream.folder.text)
    for entry in try folder.entries() {
      guard let name = MediaFileName(entry), !damaged.contains(.media(name, of: stream.folder)),
        let index = stream.piece(name.role, name.index), !stream.pieces[index].isGap
      else { continue }
      let found = try fileDigest(folder.openForReading(entry))
      context.takeUp(
        StreamFile(name: name, bytes: found.length, sha256: found.digest, source: nil), at: index)
    }
  }

  /// Fetches what is missing.
  func fetch(over loader: SourceLoader, connections: Int, segmentLimit: Int64) async throws(DownloadError) {
    let wanting = Set(
      damaged.compactMap { path in if case .media(let stream, _) = path.role { stream } else { nil } })
    let all = contexts.compactMap(\.self).filter { wanting.contains($0.stream.folder) }
    let queue = MediaQueue(all, connections: connections, segmentLimit: segmentLimit)
    await loader.transfers.run(queue)
    if let failure = queue.failure { throw failure.error }
    if let root = loader.root {
      let local = MediaQueue(all, connections: 1, segmentLimit: segmentLimit, isLocal: true)
      await LocalCopy(queue: local, root: root).run()
      if let failure = local.failure { throw failure.error }
    }
    guard !Task.isCancelled else { throw DownloadError(.stopped, "stopped before all of it came") }
    for context in all { try check(context) }
  }

  /// Whether all of it came, and is what was packed.
  private func check(_ context: StreamContext) throws(DownloadError) {
    let stream = context.stream
    for (piece, facts) in zip(stream.pieces, context.snapshot.facts) where !piece.isGap {
      guard let facts else { throw DownloadError(.stopped, "stopped before \(piece.uri.pathText) came") }
      guard let name = MediaFileName(facts.name) else { continue }
      let path = BundlePath.media(name, of: stream.folder)
      if let digest = expected.digests[path], damaged.contains(path), digest != facts.digest {
        throw .otherNow(piece.uri.pathText, "has other bytes now than \(path.text) had")
      }
    }
  }

  /// What is there of each of the plan's streams.
  func gathered() -> [GatheredStream] {
    zip(match.plan.streams, contexts).map { stream, context in
      guard let context else {
        return GatheredStream(
          plan: stream, state: StreamState(pieces: stream.pieces.count),
          names: stream.pieces.map { _ in "" },
          listing: StreamListing(folder: stream.folder, source: "", files: []))
      }
      return gathered(context)
    }
  }

  private func gathered(_ context: StreamContext) -> GatheredStream {
    let stream = context.stream
    let state = context.snapshot
    let made = listing(of: stream, state)
    let listing = expected.listings[stream.folder] ?? made
    var names = stream.pieces.map { _ in "" }
    for file in listing.files {
      if let index = stream.piece(file.name.role, file.name.index) { names[index] = file.name.text }
    }
    return GatheredStream(plan: stream, state: state, names: names, listing: listing)
  }

  /// As a build would write it.
  private func listing(of stream: PlannedStream, _ state: StreamState) -> StreamListing {
    let records = FileRecords(volatile: match.plan.volatile)
    let files = stream.pieces.indices.compactMap { index -> StreamFile? in
      let piece = stream.pieces[index]
      var file = state.facts[index].flatMap { records.file($0, at: index, in: stream) }
      if file == nil, piece.isGap {
        file = PieceNames.name(of: piece, container: state.container, in: stream)
          .map { records.gap(piece, in: stream, name: $0) }
      }
      if let key = file?.key { file?.key = keys.numbers[key] }
      return file
    }
    let source = bundle.manifest.stream(stream.folder)?.source ?? ""
    return StreamListing(folder: stream.folder, source: source, files: files.sorted { $0.name < $1.name })
  }
}
