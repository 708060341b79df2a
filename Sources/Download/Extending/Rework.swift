import Addresses
import BundleStore
import Files
import Playlist
import Rights
import Selection

/// Brings a bundle on disk to a plan: what it holds stays where it is, what is new is fetched beside it, into
/// `NAME.movpkg.partial`, and all of it becomes the bundle by one commit.
struct Rework: Sendable {
  let plan: BuildPlan
  let request: BuildRequest
  let loader: SourceLoader
  let surroundings: Builder.Surroundings
  let events: @Sendable (BuildEvent) -> Void
  let bundle: OfflineBundle
  /// Under which nobody else changes the bundle; nil: it is only looked at.
  let lock: FolderLock?
  let aim: StandingBundle.Aim

  /// What a plan means for the bundle.
  struct Sorted: Sendable {
    /// The plan, with new folders for streams that have changed.
    var plan: BuildPlan
    /// Streams that stay, by index into the plan's.
    var kept: [Int: KeptStream] = [:]
    /// What has changed, by the folder of the new generation.
    var earlier: [StreamFolder: EarlierGeneration] = [:]
    /// What is otherwise in the source, in sentences.
    var differences: [String] = []

    var fresh: [Int] { plan.streams.indices.filter { kept[$0] == nil } }
  }

  private var manifest: Manifest { bundle.manifest }

  /// Which streams of the plan the bundle holds. Reads listings, no media.
  func sorted() throws(DownloadError) -> Sorted {
    var sorted = Sorted(plan: plan)
    do throws(BundleError) {
      for (index, stream) in plan.streams.enumerated() {
        guard let record = manifest.stream(stream.folder) else { continue }
        let kept = try KeptStream(record, of: bundle)
        let difference = StreamDifference(stream, kept)
        guard let sentence = told(difference) else {
          sorted.kept[index] = kept
          continue
        }
        sorted.differences.append(sentence)
        let next = stream.folder.next
        sorted.earlier[next] = EarlierGeneration(kept.listing, in: try folder(of: stream.folder))
        sorted.plan.relocate(stream.folder, to: next)
      }
    } catch {
      throw DownloadError(error)
    }
    return sorted
  }

  private func told(_ difference: StreamDifference) -> String? {
    guard case .updating = aim else { return difference.ofShape }
    return difference.ofMedia { Redaction.redacted($0.uri, volatile: plan.volatile) }
  }

  private func folder(of stream: StreamFolder) throws(BundleError) -> Folder {
    do throws(SystemError) {
      return try bundle.folder.folder(stream.text)
    } catch {
      throw BundleError(
        .damaged, "reading", place: bundle.path, file: stream.text, reason: error.reason, system: error)
    }
  }

  // MARK: - Doing

  /// Fetches what is new and commits.
  /// - Parameter change: what of the manifest's own words is to be another.
  func run(_ sorted: Sorted, _ change: TitleChange) async throws(DownloadError) -> BuildOutcome {
    let merged = try await keys(sorted)
    var plan = sorted.plan
    for index in plan.streams.indices {
      // Numbers of keys that only streams that stay need are those of the bundle, which nothing asks for here.
      plan.streams[index] = plan.streams[index].renumbered(sorted.kept[index] == nil ? merged.numbers : [:])
    }
    plan.keys = merged.keys
    let work = plan
    let staging = try await onThread { () throws(DownloadError) in try self.stage() }
    let data = try await sessionData(work, staging)
    let session = BuildSession(
      plan: work, request: request, staging: staging, keys: merged.contents, artwork: nil, sessionData: data,
      kept: sorted.kept, earlier: sorted.earlier, surroundings: surroundings, events: events)
    try await session.download(over: loader)
    guard !Task.isCancelled else { throw DownloadError(.stopped, "stopped before the bundle was changed") }
    let commit = ReworkCommit(work: self, session: session, merged: merged, change: change)
    return try await onThread { () throws(DownloadError) in try commit.run() }
  }

  private func stage() throws(DownloadError) -> BundleStaging {
    do throws(BundleError) {
      return try BundleStaging.begin(
        at: bundle.path, identity: manifest.identity, bootID: surroundings.bootID,
        startAnew: request.startsAnew)
    } catch {
      throw DownloadError(error)
    }
  }

  /// Session data are fetched again only by an update: what a bundle has of them stays.
  private func sessionData(
    _ plan: BuildPlan, _ staging: BundleStaging
  ) async throws(DownloadError) -> [SessionDataRecord] {
    guard case .updating = aim else { return manifest.sessionData }
    return try await SessionDataFetcher(plan: plan, loader: loader, staging: staging) { text in
      events(.warning(plan.volatile.scrubbed(text)))
    }.fetch()
  }

  /// The keys of new streams, which keep the bundle's numbers where it has them.
  private func keys(_ sorted: Sorted) async throws(DownloadError) -> KeyMerge {
    var planned = sorted.plan.keys
    let needed = sorted.fresh.reduce(into: Set<Int>()) {
      $0.formUnion(sorted.plan.streams[$1].keyNumbers(among: planned))
    }.sorted()
    let volatile = plan.volatile
    let standing = try await onThread { () throws(DownloadError) in try self.standingKeys() }
    var obtained: [Int: ObtainedKey] = [:]
    for number in needed {
      // What only its system can give is not asked for again where the bundle has it.
      guard !planned[number].isFetchable, request.keys.bytes(of: planned[number]) == nil else { continue }
      for known in standing where known.bytes != nil && obtained[number] == nil {
        guard let key = planned[number].first(where: { known.isNamed($0, $0.source(hiding: volatile)) })
        else { continue }
        planned[number] = key
        obtained[number] = known.content
      }
    }
    let wanted = needed.filter { obtained[$0] == nil }
    let ring = KeyRing.of(request, sorted.plan, over: loader, surroundings)
    for (number, key) in zip(wanted, try await ring.obtain(wanted.map { planned[$0] })) {
      obtained[number] = key
      planned[number] = key.line(of: planned[number])
    }
    let sources = Dictionary(uniqueKeysWithValues: needed.map { ($0, planned[$0].source(hiding: volatile)) })
    return KeyMerge(planned, obtained: obtained, sources: sources, standing: standing)
  }

  func standingKeys() throws(DownloadError) -> [KeyMerge.Standing] {
    do throws(BundleError) {
      return try manifest.keys.map { (record) throws(BundleError) in
        KeyMerge.Standing(
          record: record,
          bytes: try record.path.map { (path) throws(BundleError) in
            try bundle.read(path, limit: KeyCommand.blobLimit)
          })
      }
    } catch {
      throw DownloadError(error)
    }
  }
}

extension BuildPlan {
  /// Another folder for a stream, wherever the plan names it.
  mutating func relocate(_ old: StreamFolder, to new: StreamFolder) {
    for index in streams.indices where streams[index].folder == old { streams[index].folder = new }
    map = map?.relocated([old: new])
  }
}

/// What is to be another of a bundle's own words; nil: it stays.
struct TitleChange: Sendable {
  var title: String?
  var artwork: Artwork?
  /// Nil values take the word out.
  var metadata: [String: String?] = [:]
  var policy: PolicyChange?
  /// The words that choose the title from now on.
  var selection: SelectionRecord?
  var source: SourceRecord?
  /// For the history.
  var action = "augment"
  var note: String?

  struct PolicyChange: Sendable {
    var expiresAt: Int64?
    var isImportant: Bool?
  }

  /// Whether nothing of a manifest would be another one.
  func isNothing(for manifest: Manifest) -> Bool {
    var copy = manifest
    apply(to: &copy)
    return copy == manifest && artworkIsThere(manifest)
  }

  func artworkIsThere(_ manifest: Manifest) -> Bool {
    guard let artwork else { return true }
    return manifest.artwork?.file.sha256 == artwork.digest && manifest.artwork?.file.path == artwork.path
  }

  /// All but the artwork and the history.
  func apply(to manifest: inout Manifest) {
    if let title { manifest.title = title }
    for (key, value) in metadata { manifest.metadata[key] = value }
    if let selection { manifest.selection = selection }
    if let source { manifest.source = source }
    if let expiry = policy?.expiresAt { manifest.policy.expiresAt = expiry }
    if let isImportant = policy?.isImportant {
      manifest.policy.priority = isImportant ? .important : .default
    }
  }
}
