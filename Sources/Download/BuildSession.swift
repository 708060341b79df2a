import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist
import Synchronization
import Transfer

/// One build under way: brings the media, then writes everything else and commits.
final class BuildSession: Sendable {
  let plan: BuildPlan
  let request: BuildRequest
  let staging: BundleStaging
  /// By number.
  let keys: [ObtainedKey]
  let artwork: Artwork?
  let sessionData: [SessionDataRecord]
  /// Streams that a bundle on disk holds already, by index into the plan's.
  let kept: [Int: KeptStream]
  /// What it holds of streams that have changed, by the folder of the new generation.
  let earlier: [StreamFolder: EarlierGeneration]
  let surroundings: Builder.Surroundings
  let events: @Sendable (BuildEvent) -> Void
  private let made = Mutex<[StreamContext]>([])
  private let reused = Mutex(0)

  init(
    plan: BuildPlan, request: BuildRequest, staging: BundleStaging, keys: [ObtainedKey], artwork: Artwork?,
    sessionData: [SessionDataRecord], kept: [Int: KeptStream] = [:],
    earlier: [StreamFolder: EarlierGeneration] = [:], surroundings: Builder.Surroundings,
    events: @escaping @Sendable (BuildEvent) -> Void
  ) {
    self.plan = plan
    self.request = request
    self.staging = staging
    self.keys = keys
    self.artwork = artwork
    self.sessionData = sessionData
    self.kept = kept
    self.earlier = earlier
    self.surroundings = surroundings
    self.events = events
  }

  var contexts: [StreamContext] { made.withLock { $0 } }
  var reusedFiles: Int { reused.withLock { $0 } }

  func note(reused files: Int) { reused.withLock { $0 += files } }

  // MARK: - Media

  /// Fetches every piece that is not there yet.
  /// - Throws: the first failure; what is whole stays in the unfinished bundle.
  func download(over loader: SourceLoader) async throws(DownloadError) {
    let (transfers, root) = (loader.transfers, loader.root)
    let failures = FailureBox()
    try await onThread { () throws(DownloadError) in try self.prepare(failures) }
    let contexts = contexts
    try checkSpace(contexts)
    try checkSizes()
    let desk = RemedyDesk(session: self, loader: loader)
    let queue = MediaQueue(
      contexts, connections: request.connections, segmentLimit: request.segmentLimit,
      conditions: conditions(desk))
    let local = MediaQueue(
      contexts, connections: 1, segmentLimit: request.segmentLimit, isLocal: true)
    failures.set { queue.fail($0, stream: nil) }
    let meter = ProgressMeter(plan: plan, contexts: contexts, uptime: surroundings.uptime)
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await transfers.run(queue)
        if let root { await LocalCopy(queue: local, root: root).run() }
        return true
      }
      group.addTask { await desk.serve(queue) }
      if let gate {
        group.addTask {
          await gate.watch(transfers) { self.events(.waiting(until: $0)) }
          return false
        }
      }
      group.addTask { await self.report(meter, until: [queue, local]) }
      // Whichever ends first ends the other: the work is done, or a failure makes the rest pointless.
      _ = await group.next()
      group.cancelAll()
    }
    events(.progress(meter.snapshot()))
    try conclude(queue, local)
  }

  private var gate: WindowGate? {
    request.window.map { WindowGate(window: $0, now: surroundings.now) }
  }

  private func conditions(_ desk: RemedyDesk) -> MediaQueue.Conditions {
    var conditions = MediaQueue.Conditions()
    if let gate { conditions.isOpen = { gate.isOpen } }
    conditions.onNeed = { desk.take($0) }
    conditions.onPass = { desk.take($0) }
    conditions.idlePassLimit = request.idlePassLimit
    return conditions
  }

  /// Refuses what cannot fit: the bytes that are promised and not there yet against those that are free. What is
  /// only guessed is not held against anybody.
  private func checkSpace(_ contexts: [StreamContext]) throws(DownloadError) {
    guard let free = plan.freeBytes, free > 0 else { return }
    let needed = contexts.filter(\.stream.isEstimateFounded)
      .reduce(Int64(0)) { $0.addingSaturated(max(0, $1.stream.estimatedBytes - $1.loaded().bytes)) }
    guard needed > free else { return }
    throw DownloadError(
      .disk, "\(plan.destination): about \(needed) bytes are still needed, \(free) are free",
      hint: "make room there, or choose another place with -o")
  }

  /// Refuses a segment whose size is known to be over the limit before anything is fetched.
  private func checkSizes() throws(DownloadError) {
    for stream in plan.streams {
      for piece in stream.pieces {
        guard let length = piece.range?.length, length > request.segmentLimit else { continue }
        throw DownloadError(
          .wrongSource,
          "\(piece.uri.pathText): a segment of \(length) bytes, more than the limit of \(request.segmentLimit)",
          hint: "--max-filesize raises the limit")
      }
    }
  }

  /// Sends progress at most four times a second until the task is cancelled; returns early after a failure.
  private func report(_ meter: ProgressMeter, until queues: [MediaQueue]) async -> Bool {
    var turns = 0
    while !Task.isCancelled {
      // Being woken early means that the work has ended.
      try? await Task.sleep(for: .milliseconds(50))
      if queues.contains(where: { $0.failure != nil }) { return false }
      turns += 1
      // With the last one at the end never more than four in a second.
      if turns % 7 == 0, !Task.isCancelled { events(.progress(meter.snapshot())) }
    }
    return false
  }

  private func conclude(_ queues: MediaQueue...) throws(DownloadError) {
    for queue in queues {
      guard let failure = queue.failure else { continue }
      if let stream = failure.stream {
        let message = plan.volatile.scrubbed(failure.error.message)
        for id in plan.selections(of: stream) { events(.selection(id: id, failure: message)) }
        tellComplete(except: stream)
      }
      throw failure.error
    }
    for (index, context) in contexts.enumerated() {
      let state = context.snapshot
      if let hole = context.stream.pieces.indices.first(where: {
        !context.stream.pieces[$0].isGap && state.facts[$0] == nil
      }) {
        throw DownloadError(.stopped, "stopped before \(context.stream.pieces[hole].uri.pathText) came")
      }
      guard kept[index] == nil else { continue }
      for id in plan.selections(of: index) { events(.selection(id: id, failure: nil)) }
    }
  }

  /// After a failure: what is whole all the same.
  private func tellComplete(except failed: Int) {
    for (index, context) in contexts.enumerated() where index != failed && kept[index] == nil {
      let state = context.snapshot
      let isWhole = zip(context.stream.pieces, state.facts).allSatisfy { $0.isGap || $1 != nil }
      guard isWhole else { continue }
      for id in plan.selections(of: index) { events(.selection(id: id, failure: nil)) }
    }
  }

  /// Opens the folders and takes up what an earlier run left.
  private func prepare(_ failures: FailureBox) throws(DownloadError) {
    let pool = BufferPool()
    let clearKeys = keys.map(\.clearBytes)
    do throws(BundleError) {
      var contexts: [StreamContext] = []
      for (index, stream) in plan.streams.enumerated() {
        if let standing = kept[index] {
          contexts.append(StreamContext(stream, holding: standing, in: staging.folder, pool: pool))
          continue
        }
        let folder = try staging.streamFolder(stream.folder)
        contexts.append(
          StreamContext(stream, folder: folder, pool: pool, keys: clearKeys) { [weak self] piece in
            self?.note(piece, of: stream, failures)
          })
      }
      try resume(contexts)
      try staging.note(
        Outlook(
          title: plan.title, files: plan.streams.reduce(0) { $0 + $1.pieces.count },
          bytes: plan.estimatedBytes))
      made.withLock { $0 = contexts }
    } catch {
      throw DownloadError(error)
    }
  }

  private func resume(_ contexts: [StreamContext]) throws(BundleError) {
    let fresh = contexts.indices.filter { self.kept[$0] == nil }
    let byFolder = Dictionary(uniqueKeysWithValues: fresh.map { (contexts[$0].stream.folder, contexts[$0]) })
    let records = FileRecords(volatile: plan.volatile)
    let kept = try staging.resume { entry in
      byFolder[entry.stream].map { records.piece(for: entry, in: $0.stream) != nil } ?? false
    }
    for entry in kept {
      guard let context = byFolder[entry.stream],
        let index = records.piece(for: entry, in: context.stream)
      else { continue }
      context.takeUp(entry.file, at: index)
    }
    reused.withLock { $0 = kept.count }
    try adoptUnchanged(byFolder)
  }

  /// A piece is whole on disk: the journal learns of it.
  private func note(_ piece: StoredPiece, of stream: PlannedStream, _ failures: FailureBox) {
    let records = FileRecords(volatile: plan.volatile)
    guard let file = records.file(piece.facts, at: piece.index, in: stream) else { return }
    let source = stream.pieces[piece.index].uri
    let entry = JournalEntry(
      stream: stream.folder, file: file,
      identity: IdentityHash(of: Identity(of: source, ignoring: plan.volatile)))
    do throws(BundleError) {
      try staging.record([entry])
    } catch {
      failures.report(DownloadError(error))
    }
  }
}

/// Where writing threads leave a failure that is no transfer's.
final class FailureBox: Sendable {
  private let handler = Mutex<(@Sendable (DownloadError) -> Void)?>(nil)

  func set(_ handler: @escaping @Sendable (DownloadError) -> Void) {
    self.handler.withLock { $0 = handler }
  }

  func report(_ error: DownloadError) {
    handler.withLock { $0 }?(error)
  }
}

extension BuildPlan {
  /// Identifiers of the selections that a stream serves.
  func selections(of stream: Int) -> [String] {
    variants.filter { $0.stream == stream }.map(\.record.id)
      + renditions.filter { $0.stream == stream }.map(\.record.id)
      + trickPlay.filter { $0.stream == stream }.map(\.record.id)
  }
}
