import Addresses
import BundleStore
import Files
import Playlist
import Rights
import Selection

/// Brings the bundle that is there to what the source is now.
struct Updater: Sendable {
  let builder: Builder
  /// Where the bundle is.
  let path: String

  private var request: BuildRequest { builder.request }

  /// What there is to do.
  enum Outcome: Sendable {
    /// No bundle is there yet.
    case absent
    /// What would be fetched.
    case planned(BuildPlan)
    case done(BuildOutcome)
  }

  private struct Held: Sendable {
    let bundle: OfflineBundle
    /// Nil where it is only looked at.
    let lock: FolderLock?
  }

  func run(isDry: Bool) async throws(DownloadError) -> Outcome {
    guard let held = try await hold(isDry: isDry) else { return .absent }
    let manifest = held.bundle.manifest
    guard manifest.identity == builder.identityHash else {
      throw DownloadError(
        .usage, "building \(path): the bundle of another title is there",
        hint: "choose another place with -o")
    }
    var asked = request
    let remembered = manifest.selection.keys ?? .store
    if let handling = request.keys.handling, handling != remembered {
      throw DownloadError(
        .usage, "building \(path): a bundle of this title is there, made with --keys \(remembered.rawValue)",
        hint: "what becomes of keys can only be changed by --force-overwrites")
    }
    // What was not said again stays as it was chosen.
    asked.keys.handling = remembered
    if request.words.isEmpty { asked.words = SelectionWords(manifest.selection) }
    asked.extras.sessionData = request.extras.sessionData || manifest.selection.sessionData
    asked.extras.trickPlay = request.extras.trickPlay || manifest.selection.trickPlay
    let renewed = builder.asking(asked)
    // Words that were typed may choose less than is there.
    if !isDry, request.words.isEmpty, request.artwork == nil, try await isSigned(held.bundle),
      try await renewed.unchanged() != nil
    {
      return try await done(nil, manifest, renewed)
    }
    let standing = StandingBundle(manifest: manifest, aim: .updating, mayHaveMoved: false)
    let plan = try await renewed.plan(for: standing)
    do {
      return try await update(held, plan, renewed, isDry: isDry)
    } catch {
      throw error.scrubbed(plan.volatile)
    }
  }

  /// Whether no signature is asked for that the bundle has not.
  private func isSigned(_ bundle: OfflineBundle) async throws(DownloadError) -> Bool {
    guard let key = request.signingKey else { return true }
    return try await onThread { () throws(DownloadError) in
      do throws(BundleError) { return try bundle.isSigned(by: key) } catch { throw DownloadError(error) }
    }
  }

  private func hold(isDry: Bool) async throws(DownloadError) -> Held? {
    let path = path
    return try await waiting(request.waits, builder.events) { () throws(DownloadError) in
      do throws(BundleError) {
        switch try BundleStaging.existing(at: path) {
        case .none: return nil
        case .unreadable(let error), .foreign(let error): throw error
        case .ours(let bundle) where isDry:
          try Self.refuseEnded(bundle)
          return Held(bundle: bundle, lock: nil)
        case .ours:
          let transaction = try BundleTransaction.begin(at: path)
          try Self.refuseEnded(transaction.bundle)
          return Held(bundle: transaction.bundle, lock: transaction.lock)
        }
      } catch {
        throw DownloadError(error)
      }
    }
  }

  private static func refuseEnded(_ bundle: OfflineBundle) throws(BundleError) {
    try bundle.refuseBuried(doing: "updating")
    guard bundle.manifest.isInvalidated else { return }
    throw BundleError(
      .expired, "updating", place: bundle.path, reason: "its keys were invalidated",
      hint: "--force-overwrites packs it anew")
  }

  private func update(
    _ held: Held, _ plan: BuildPlan, _ builder: Builder, isDry: Bool
  ) async throws(DownloadError) -> Outcome {
    let work = Rework(
      plan: plan, request: builder.request, loader: builder.loader, surroundings: builder.surroundings,
      events: builder.events, bundle: held.bundle, lock: held.lock, aim: .updating)
    let sorted = try await onThread { () throws(DownloadError) in try work.sorted() }
    let manifest = held.bundle.manifest
    let shown = sorted.shown(beside: manifest)
    if isDry { return .planned(shown) }
    var change = change(builder.request, sorted.plan)
    change.artwork = try await builder.fetchArtwork()
    let isSigned = try await isSigned(held.bundle)
    guard !sorted.isNothing(for: manifest) || !change.isNothing(for: manifest) || !isSigned else {
      return try await done(nil, manifest, builder)
    }
    for difference in sorted.differences { builder.events(.warning("changed: \(difference)")) }
    change.note = sorted.note(beside: manifest)
    if sorted.plan.streams.first?.folder != manifest.variants.first?.stream, !manifest.addedStreams.isEmpty {
      builder.events(.warning("subtitles that were added from files keep the times of the title as it was"))
    }
    builder.events(.planned(shown))
    return try await done(try await work.run(sorted, change), manifest, builder)
  }

  /// - Parameter outcome: nil where there was nothing to be done.
  private func done(
    _ outcome: BuildOutcome?, _ manifest: Manifest, _ builder: Builder
  ) async throws(DownloadError) -> Outcome {
    let path = path
    await builder.note(beside: path)
    if let outcome { return .done(outcome) }
    try await onThread { () throws(DownloadError) in BundleStaging.discardSpent(at: path) }
    return .done(BuildOutcome(path: path, manifest: manifest, wasThere: true, reusedFiles: 0))
  }

  private func change(_ request: BuildRequest, _ plan: BuildPlan) -> TitleChange {
    var change = TitleChange()
    change.action = "update"
    change.title = request.title
    change.metadata = request.metadata.mapValues { $0 }
    change.selection = SelectionRecord(request.words, plan.extras, keys: plan.keyHandling)
    change.source = SourceRecord(
      url: Redaction.redacted(plan.requested, volatile: plan.volatile),
      isMultivariant: plan.multivariant != nil)
    let policy = request.policy(committedAt: builder.surroundings.time)
    change.policy = TitleChange.PolicyChange(
      expiresAt: policy.expiresAt, isImportant: policy.priority == .important ? true : nil)
    return change
  }
}

extension Rework.Sorted {
  /// Whether the bundle is what the plan would make of it.
  func isNothing(for manifest: Manifest) -> Bool {
    guard fresh.isEmpty, isSame(manifest) else {
      return false
    }
    let added = Set(manifest.addedRenditions)
    let renditions = manifest.renditions.filter { !added.contains($0) }
    guard plan.renditions.map(\.record) == renditions.map(\.record),
      plan.trickPlay.map(\.record) == (manifest.iFrameStreams + manifest.imageStreams).map(\.record)
    else { return false }
    // What the source does not say of a variant was measured.
    if plan.choice?.variants.isEmpty ?? true { return true }
    return plan.variants.map(\.record) == manifest.variants.map(\.record)
  }

  private func isSame(_ manifest: Manifest) -> Bool {
    let streams = Set(manifest.streams.map(\.folder)).subtracting(manifest.addedStreams.map(\.folder))
    return Set(plan.streams.map(\.folder)) == streams
  }

  /// For the history.
  func note(beside manifest: Manifest) -> String? {
    let kept = Set((plan.streams.map(\.folder) + manifest.addedStreams.map(\.folder)).map(\.first))
    let gone = manifest.streams.map(\.folder.first).filter { !kept.contains($0) }
    let removed = gone.isEmpty ? nil : "removed \(gone.map(\.text).joined(separator: ", "))"
    let parts = differences + [shown(beside: manifest).additions, removed].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    // A title of a thousand streams must not fill its manifest with what became of them.
    return String(parts.joined(separator: "; ").prefix(2_000))
  }
}
