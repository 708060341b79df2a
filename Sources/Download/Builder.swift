import Addresses
import BundleStore
package import Files
import Rights
import Synchronization
package import Transfer

/// Builds one bundle: plan, then do. One value serves one build.
package struct Builder: Sendable {
  /// What the outer world tells, so that nothing here reads clocks or the machine.
  package struct Surroundings: Sendable {
    /// The program and its version, as the manifest names it.
    package var program: String
    package var now: @Sendable () -> Instant
    /// Seconds of a clock that only goes forward.
    package var uptime: @Sendable () -> Double
    /// Which start of the machine this is; nil when it cannot be told.
    package var bootID: String?
    /// The folder that relative paths start at.
    package var currentFolder: String
    /// Whether something outside keeps the clock right.
    package var isClockSynchronised = false
    /// What the source's servers said of the time; nil where none did.
    var originDate: @Sendable () -> Instant? = { nil }
    /// Which machine this is, and whose work; nil: no bundle is known to be of this machine.
    package var machine: MachineFacts?

    package init(
      program: String, now: @escaping @Sendable () -> Instant, uptime: @escaping @Sendable () -> Double,
      bootID: String?, currentFolder: String, machine: MachineFacts? = nil
    ) {
      self.program = program
      self.now = now
      self.uptime = uptime
      self.bootID = bootID
      self.currentFolder = currentFolder
      self.machine = machine
    }

    /// What the source's servers said of the time, where it is evidence.
    var credibleDate: Instant? {
      let clock = ClockReading(now: now().seconds, isSynchronised: isClockSynchronised)
      return originDate().flatMap { TimeEvidence.isCredible($0.seconds, to: clock) ? $0 : nil }
    }

    /// The time by the clock and by those servers: what a lease counts from.
    var time: Int64 { max(now().seconds, credibleDate?.seconds ?? .min) }
  }

  let request: BuildRequest
  let transfers: Transfers
  let surroundings: Surroundings
  let events: @Sendable (BuildEvent) -> Void
  let requested: URI
  let loader: SourceLoader

  /// - Throws: `usage` when the source's path cannot be an address.
  package init(
    _ request: BuildRequest, transfers: Transfers, surroundings: Surroundings,
    events: @escaping @Sendable (BuildEvent) -> Void
  ) throws(DownloadError) {
    self.transfers = transfers
    self.surroundings = surroundings.hearing(transfers)
    let requested: URI
    switch request.source {
    case .remote(let uri):
      requested = uri
    case .file(let path):
      requested = try LocalSource.uri(of: path, current: surroundings.currentFolder)
    }
    var loader = try SourceLoader.of(
      request.source, requested: requested, base: request.base, transfers: transfers)
    var request = request
    request.volatile = request.volatile.knowing(valuesOf: requested)
    loader.volatile = request.volatile
    if request.voucher == .manifest { try loader.distrustSource(requested) }
    self.loader = loader
    self.request = request
    self.requested = requested
    let volatile = request.volatile
    self.events = { event in
      switch event {
      case .warning(let text): events(.warning(volatile.scrubbed(text)))
      case .detail(let text): events(.detail(volatile.scrubbed(text)))
      default: events(event)
      }
    }
  }

  /// What the build would do; fetches playlists only, writes nothing.
  /// - Parameter source: what `inspect` found, so that it is not fetched again.
  package func plan(of source: InspectedSource? = nil) async throws(DownloadError) -> BuildPlan {
    try await plan(of: source, for: nil)
  }

  /// - Parameter standing: the bundle on disk that the plan is for; nil: a new one is made.
  func plan(
    of source: InspectedSource? = nil, for standing: StandingBundle?
  ) async throws(DownloadError) -> BuildPlan {
    let plan: BuildPlan
    do {
      try await waitForWindow()
      if source == nil, standing == nil, let same = try await unchanged() { return same }
      plan = try await PlanBuilder(
        request: request, loader: loader, requested: requested, standing: standing
      )
      .plan(of: source?.loaded)
    } catch {
      throw error.scrubbed(request.volatile)
    }
    for warning in plan.warnings { events(.warning(plan.volatile.scrubbed(warning))) }
    if let instant = request.policy.expiresAt, instant <= surroundings.now().seconds {
      events(.warning("the title expired \(Instant(seconds: instant).rfc3339), before it is packed"))
    }
    return plan
  }

  /// The plan where a whole bundle is there that holds all of it, by playlists that the servers say are the same; nil
  /// where there is more to be done, or nothing to be asked.
  func unchanged() async throws(DownloadError) -> BuildPlan? {
    guard !request.overwrites, !request.startsAnew,
      let kept = KeptPlaylists(
        at: PlanBuilder.destination(of: request, requested), ignoring: request.volatile)
    else { return nil }
    var loader = loader
    loader.kept = kept
    var plan: BuildPlan
    do throws(DownloadError) {
      plan = try await PlanBuilder(request: request, loader: loader, requested: requested).plan()
    } catch {
      // What a kept playlist cannot tell, the whole one does.
      if kept.wereUsed, error.kind != .stopped { return nil }
      throw error
    }
    plan.isOfKept = kept.wereUsed
    let destination = Destination(plan: plan, request: request, artwork: nil, now: surroundings.now())
    let found = try await onThread { () throws(DownloadError) in
      // Another reason than the source's is told where the plan is carried out.
      (try? destination.check()) ?? nil
    }
    if found != nil || !kept.wereUsed {
      for warning in plan.warnings { events(.warning(plan.volatile.scrubbed(warning))) }
      return plan
    }
    return nil
  }

  /// Returns when transfers may begin.
  private func waitForWindow() async throws(DownloadError) {
    guard let window = request.window else { return }
    let now = surroundings.now()
    guard !window.isOpen(at: now), let opening = window.opening(from: now) else { return }
    events(.waiting(until: opening))
    while !window.isOpen(at: surroundings.now()) {
      do {
        try await Task.sleep(for: .seconds(WindowGate.pause(until: opening, at: surroundings.now())))
      } catch {
        throw DownloadError(.stopped, "stopped before the window opened")
      }
    }
  }

  /// Brings the bundle that stands where this one is to be to what the source is now.
  ///
  /// - Parameter isDry: only look.
  /// - Returns: nil where nothing is there yet; a plan where it only looked, else what was done.
  package func update(isDry: Bool) async throws(DownloadError) -> (plan: BuildPlan?, outcome: BuildOutcome?)?
  {
    let path = PlanBuilder.destination(of: request, requested)
    switch try await Updater(builder: self, path: path).run(isDry: isDry) {
    case .absent: return nil
    case .planned(let plan): return (plan, nil)
    case .done(let outcome): return (nil, outcome)
    }
  }

  /// The title's identity, as a bundle tells it.
  var identityHash: IdentityHash {
    IdentityHash(
      of: request.identity.map { Identity(text: $0) } ?? Identity(of: requested, ignoring: request.volatile))
  }

  /// The same with another request of the same source.
  func asking(_ request: BuildRequest) -> Builder {
    Builder(request, loader, requested, transfers, surroundings, events)
  }

  private init(
    _ request: BuildRequest, _ loader: SourceLoader, _ requested: URI, _ transfers: Transfers,
    _ surroundings: Surroundings, _ events: @escaping @Sendable (BuildEvent) -> Void
  ) {
    self.request = request
    self.loader = loader
    self.requested = requested
    self.transfers = transfers
    self.surroundings = surroundings
    self.events = events
  }

  /// Carries a plan out.
  package func run(_ plan: BuildPlan) async throws(DownloadError) -> BuildOutcome {
    events(.planned(plan))
    do {
      return try await carryOut(plan)
    } catch {
      throw error.scrubbed(plan.volatile)
    }
  }

  private func carryOut(_ plan: BuildPlan) async throws(DownloadError) -> BuildOutcome {
    let artwork = try await fetchArtwork()
    let destination = Destination(plan: plan, request: request, artwork: artwork, now: surroundings.now())
    let staging: BundleStaging
    switch try await place(plan, destination) {
    case .there(let outcome):
      await note(beside: outcome.path)
      return outcome
    case .staged(let begun): staging = begun
    }
    // At once: an engine may keep what it was given a little longer.
    defer { staging.close() }
    guard !plan.isOfKept else {
      throw DownloadError(
        .unavailable, "\(plan.destination): went away while it was looked at",
        hint: "run the same command again")
    }
    let keys = try await KeyRing.of(request, plan, over: loader, surroundings).obtain(plan.keys)
    let plan = plan.with(zip(plan.keys, keys).map { $1.line(of: $0) })
    let sessionData = try await SessionDataFetcher(plan: plan, loader: loader, staging: staging) { text in
      events(.warning(plan.volatile.scrubbed(text)))
    }.fetch()
    let session = BuildSession(
      plan: plan, request: request, staging: staging, keys: keys, artwork: artwork, sessionData: sessionData,
      surroundings: surroundings, events: events)
    try await session.download(over: loader)
    guard !Task.isCancelled else { throw DownloadError(.stopped, "stopped before the bundle was finished") }
    let notes = loader.seen.all
    let outcome = try await onThread { () throws(DownloadError) in try session.commit(noting: notes) }
    await note(beside: outcome.path)
    return outcome
  }

  /// Leaves beside a bundle what servers said of its playlists, so that the next run need not fetch them.
  func note(beside path: String) async {
    let seen = loader.seen
    await Workers.run { seen.write(beside: path) }
  }

  private enum Place: Sendable {
    case there(BuildOutcome)
    case staged(BundleStaging)
  }

  /// The bundle that is there already, or the place where it is made, once no other process works on it.
  /// - Throws: `inUse` at once, unless the request says to wait.
  private func place(_ plan: BuildPlan, _ destination: Destination) async throws(DownloadError) -> Place {
    try await waiting(request.waits, events) { () throws(DownloadError) in
      if let there = try destination.check() {
        BundleStaging.discardSpent(at: plan.destination)
        return .there(there)
      }
      if request.overwrites { BundleStaging.discardSpent(at: plan.destination) }
      let staging = try self.stage(plan)
      // Another process may have finished the bundle between the two.
      guard let there = try destination.check() else { return .staged(staging) }
      staging.discardEmpty()
      return .there(there)
    }
  }

  private func stage(_ plan: BuildPlan) throws(DownloadError) -> BundleStaging {
    do throws(SystemError) {
      let parent = FilePath.parent(FilePath.withoutTrailingSlashes(plan.destination))
      if !parent.isEmpty { _ = try Folder.createWithParents(parent) }
    } catch {
      throw DownloadError(error)
    }
    do throws(BundleError) {
      return try BundleStaging.begin(
        at: plan.destination, identity: plan.identityHash, bootID: surroundings.bootID,
        startAnew: request.startsAnew, replaces: request.overwrites)
    } catch {
      throw DownloadError(error)
    }
  }

  func fetchArtwork() async throws(DownloadError) -> Artwork? {
    guard let source = request.artwork else { return nil }
    return try await loader.artwork(from: source)
  }
}

extension BuildPlan {
  /// The same with other keys in the places of its own.
  fileprivate func with(_ keys: [PlannedKey]) -> BuildPlan {
    var copy = self
    copy.keys = keys
    return copy
  }
}

extension SourceLoader {
  /// A picture that a person named.
  func artwork(from source: BuildRequest.Source) async throws(DownloadError) -> Artwork {
    switch source {
    case .remote(let uri):
      let resource = try await bytes(at: uri, kind: .artwork, limit: SourceLimits.artwork)
      return try Artwork(resource.bytes, place: uri.pathText)
    case .file(let path):
      let bytes = try await onThread { () throws(DownloadError) in
        do throws(SystemError) {
          return try OpenFile.open(path).readAll(limit: Int(SourceLimits.artwork))
        } catch {
          throw DownloadError(.usage, error.description)
        }
      }
      return try Artwork(bytes, place: path)
    }
  }
}

/// Blocking work on a thread of its own, with its error.
func onThread<T: Sendable>(
  _ body: @escaping @Sendable () throws(DownloadError) -> T
) async throws(DownloadError) -> T {
  let result = await Workers.run { () -> Result<T, DownloadError> in
    do throws(DownloadError) {
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

extension Builder.Surroundings {
  /// The same, with what servers tell those transfers of the time.
  func hearing(_ transfers: Transfers) -> Builder.Surroundings {
    var copy = self
    copy.originDate = { [weak transfers] in transfers?.newestDate }
    return copy
  }
}

extension DownloadError {
  /// Without what is known to be a credential.
  func scrubbed(_ volatile: VolatileParameters) -> DownloadError {
    var copy = DownloadError(kind, volatile.scrubbed(message), hint: hint)
    copy.status = status
    return copy
  }

  /// Of a bundle that a person named, not of what stands where one is to be.
  init(bundle failure: BundleError) {
    let kind: Kind? =
      switch failure.kind {
      case .notABundle: .notABundle
      case .expired: .expired
      default: nil
      }
    guard let kind else {
      self.init(failure)
      return
    }
    self.init(kind, failure.description, hint: failure.hint)
  }

  init(_ failure: BundleError) {
    let kind: Kind =
      switch failure.kind {
      case .damaged: .damaged
      case .tooNew: .tooNew
      case .inUse: .inUse
      case .exists, .notABundle: .usage
      case .expired: .expired
      case .disk: .disk
      }
    self.init(kind, failure.description, hint: failure.hint)
  }
}
