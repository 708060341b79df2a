import Addresses
import BundleStore
import Files
import Playlist
import Rights
import Selection
package import Transfer

/// Adds to a bundle on disk. One value serves one run.
package struct Augmenter: Sendable {
  private let request: AugmentRequest
  private let transfers: Transfers
  private let surroundings: Builder.Surroundings
  private let events: @Sendable (BuildEvent) -> Void

  package init(
    _ request: AugmentRequest, transfers: Transfers, surroundings: Builder.Surroundings,
    events: @escaping @Sendable (BuildEvent) -> Void
  ) {
    self.request = request
    self.transfers = transfers
    self.surroundings = surroundings.hearing(transfers)
    self.events = events
  }

  /// What came of it.
  package enum Ending: Sendable {
    /// What would be fetched.
    case planned(BuildPlan)
    /// With a bundle that was there before: nothing was to be done.
    case done(BuildOutcome)
  }

  /// - Throws: `wrongSource` where the source is another than the one that the bundle was made of.
  package func run() async throws(DownloadError) -> Ending {
    try request.check()
    if request.isDry { return try await planned() }
    let held = try await hold()
    let artwork = try await artwork(of: held.bundle)
    var change = request.change
    change.artwork = artwork
    if request.renewsKeys { return .done(try await renew(held)) }
    guard !request.added.isEmpty else { return .done(try await rename(held, change)) }
    let builder = try builder(for: held.bundle)
    let plan = try await plan(of: held.bundle, builder)
    do {
      let outcome = try await extend(held, plan, builder, change)
      await builder.note(beside: outcome.path)
      return .done(outcome)
    } catch {
      throw error.scrubbed(plan.volatile)
    }
  }

  /// A small file that a person named, or what an address answers with; and what it is called.
  /// - Parameter limit: bytes; more are refused.
  package func file(
    _ source: BuildRequest.Source, limit: Int64
  ) async throws(DownloadError) -> (bytes: [UInt8], name: String) {
    switch source {
    case .remote(let uri):
      let loader = SourceLoader(transfers: transfers, root: nil)
      let resource = try await loader.bytes(at: uri, kind: .playlist, limit: limit)
      return (resource.bytes, Redaction.redacted(uri))
    case .file(let path):
      let bytes = try await onThread { () throws(DownloadError) in
        do throws(SystemError) {
          return try OpenFile.open(path).readAll(limit: Int(limit))
        } catch {
          throw DownloadError(.usage, error.description)
        }
      }
      return (bytes, FilePath.lastComponent(path))
    }
  }

  // MARK: - The bundle

  /// A bundle, and the lock on it.
  private struct Held: Sendable {
    let bundle: OfflineBundle
    let lock: FolderLock
  }

  /// The bundle once nobody else changes it, with nothing left to do.
  private func hold() async throws(DownloadError) -> Held {
    try await waiting(request.waits, events) { () throws(DownloadError) in
      do throws(BundleError) {
        let transaction = try BundleTransaction.begin(at: request.path)
        try Self.refuseExpired(transaction.bundle, at: surroundings.now())
        return Held(bundle: transaction.bundle, lock: transaction.lock)
      } catch {
        throw DownloadError(bundle: error)
      }
    }
  }

  private static func refuseExpired(_ bundle: OfflineBundle, at now: Instant) throws(BundleError) {
    try bundle.refuseBuried(doing: "augmenting")
    if bundle.manifest.isInvalidated {
      throw BundleError(.expired, "augmenting", place: bundle.path, reason: "its keys were invalidated")
    }
    guard bundle.manifest.hasExpired(at: now) else { return }
    throw BundleError(.expired, "augmenting", place: bundle.path, reason: "has expired")
  }

  private func artwork(of bundle: OfflineBundle) async throws(DownloadError) -> Artwork? {
    guard let source = request.artwork else { return nil }
    let loader = SourceLoader(transfers: transfers, root: nil)
    return try await loader.artwork(from: source)
  }

  // MARK: - The plan

  private func builder(for bundle: OfflineBundle) throws(DownloadError) -> Builder {
    var build = try BuildRequest(renewing: bundle, from: request.source, on: surroundings.machine)
    request.configure(&build)
    return try Builder(build, transfers: transfers, surroundings: surroundings, events: events)
  }

  private func plan(of bundle: OfflineBundle, _ builder: Builder) async throws(DownloadError) -> BuildPlan {
    let standing = StandingBundle(
      manifest: bundle.manifest, aim: .adding(request.added), mayHaveMoved: request.source != nil)
    return try await builder.plan(for: standing)
  }

  private func planned() async throws(DownloadError) -> Ending {
    let path = request.path
    let bundle = try await onThread { () throws(DownloadError) in
      do throws(BundleError) {
        return try OfflineBundle.open(path)
      } catch {
        throw DownloadError(bundle: error)
      }
    }
    let builder = try builder(for: bundle)
    let plan = try await plan(of: bundle, builder)
    let work = rework(bundle, nil, plan, builder)
    let sorted = try await onThread { () throws(DownloadError) in try work.sorted() }
    try refuse(sorted)
    return .planned(sorted.shown(beside: bundle.manifest))
  }

  private func rework(
    _ bundle: OfflineBundle, _ lock: FolderLock?, _ plan: BuildPlan, _ builder: Builder
  ) -> Rework {
    Rework(
      plan: plan, request: builder.request, loader: builder.loader, surroundings: surroundings,
      events: builder.events, bundle: bundle, lock: lock, aim: .adding(request.added))
  }

  private func refuse(_ sorted: Rework.Sorted) throws(DownloadError) {
    guard let first = sorted.differences.first else { return }
    throw DownloadError(
      .wrongSource, "the source has changed since the bundle was made: \(first)",
      hint: "hlspack build --update brings the bundle to what the source is now")
  }

  // MARK: - Doing

  private func renew(_ held: Held) async throws(DownloadError) -> BuildOutcome {
    let builder = try builder(for: held.bundle)
    let plan = try await plan(of: held.bundle, builder)
    do {
      return try await KeyRenewal(work: rework(held.bundle, held.lock, plan, builder)).run()
    } catch {
      throw error.scrubbed(plan.volatile)
    }
  }

  private func extend(
    _ held: Held, _ plan: BuildPlan, _ builder: Builder, _ change: TitleChange
  ) async throws(DownloadError) -> BuildOutcome {
    let work = rework(held.bundle, held.lock, plan, builder)
    let sorted = try await onThread { () throws(DownloadError) in try work.sorted() }
    try refuse(sorted)
    let shown = sorted.shown(beside: held.bundle.manifest)
    var change = change
    change.note = [shown.additions, change.note].compactMap(\.self).joined(separator: "; ")
    change.selection = SelectionRecord(
      builder.request.words.adding(request.added), plan.extras, keys: plan.keyHandling)
    if request.source != nil {
      change.source = SourceRecord(
        url: Redaction.redacted(plan.requested, volatile: plan.volatile),
        isMultivariant: plan.multivariant != nil)
    }
    let isNew = !sorted.fresh.isEmpty || shown.additions != nil
    guard isNew else { return try await rename(held, request.change.with(change.artwork)) }
    builder.events(.planned(shown))
    return try await work.run(sorted, change)
  }

  /// A change of the bundle's own words alone.
  private func rename(_ held: Held, _ change: TitleChange) async throws(DownloadError) -> BuildOutcome {
    let (surroundings, signer) = (surroundings, request.signingKey)
    return try await onThread { () throws(DownloadError) in
      do throws(BundleError) {
        let manifest = held.bundle.manifest
        let isSigned =
          try signer.map { (key) throws(BundleError) in try held.bundle.isSigned(by: key) } ?? true
        guard !change.isNothing(for: manifest) || !isSigned else {
          BundleStaging.discardSpent(at: held.bundle.path)
          return BuildOutcome(path: held.bundle.path, manifest: manifest, wasThere: true, reusedFiles: 0)
        }
        let transaction = try BundleTransaction.begin(at: held.bundle.path, holding: held.lock)
        var new = manifest
        let gone = try change.putArtwork(transaction, in: &new).map(\.path)
        change.apply(to: &new)
        new.files.removeAll { gone.contains($0.path) }
        new.history.append(change.entry(surroundings))
        transaction.signer = signer
        let written = try transaction.commit(new, deletions: gone)
        return BuildOutcome(path: held.bundle.path, manifest: written, wasThere: false, reusedFiles: 0)
      } catch {
        throw DownloadError(bundle: error)
      }
    }
  }
}

/// Tries again twice a second while another process works on a bundle, where that is to be waited for.
func waiting<T: Sendable>(
  _ waits: Bool, _ events: @Sendable (BuildEvent) -> Void,
  _ body: @escaping @Sendable () throws(DownloadError) -> T
) async throws(DownloadError) -> T {
  var hasTold = false
  while true {
    do throws(DownloadError) {
      return try await onThread(body)
    } catch {
      guard error.kind == .inUse, waits else { throw error }
      if !hasTold { events(.warning("\(error.message); waiting for it")) }
      hasTold = true
    }
    do { try await Task.sleep(for: .milliseconds(500)) } catch {
      throw DownloadError(.stopped, "stopped while waiting for another process")
    }
  }
}

extension TitleChange {
  fileprivate func with(_ artwork: Artwork?) -> TitleChange {
    var copy = self
    copy.artwork = artwork
    return copy
  }
}
