import Addresses
import BundleStore
package import Files
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

    package init(
      program: String, now: @escaping @Sendable () -> Instant, uptime: @escaping @Sendable () -> Double,
      bootID: String?, currentFolder: String
    ) {
      self.program = program
      self.now = now
      self.uptime = uptime
      self.bootID = bootID
      self.currentFolder = currentFolder
    }
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
    self.surroundings = surroundings
    let requested: URI
    switch request.source {
    case .remote(let uri):
      requested = uri
      loader = SourceLoader(transfers: transfers, root: nil)
    case .file(let path):
      requested = try LocalSource.uri(of: path, current: surroundings.currentFolder)
      loader = SourceLoader(transfers: transfers, root: requested)
    }
    var request = request
    request.volatile = request.volatile.knowing(valuesOf: requested)
    self.request = request
    self.requested = requested
    let volatile = request.volatile
    self.events = { event in
      if case .warning(let text) = event { events(.warning(volatile.scrubbed(text))) } else { events(event) }
    }
  }

  /// What the build would do; fetches playlists only, writes nothing.
  package func plan() async throws(DownloadError) -> BuildPlan {
    let plan: BuildPlan
    do {
      plan = try await PlanBuilder(request: request, loader: loader, requested: requested).plan()
    } catch {
      throw error.scrubbed(request.volatile)
    }
    for warning in plan.warnings { events(.warning(plan.volatile.scrubbed(warning))) }
    return plan
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
    let destination = Destination(plan: plan, request: request, artwork: artwork)
    if let existing = try await onThread({ () throws(DownloadError) in try destination.check() }) {
      return existing
    }
    let staging = try await onThread { () throws(DownloadError) in try self.stage(plan) }
    let keys = try await KeyRing(loader: loader).fetch(plan.keys)
    let session = BuildSession(
      plan: plan, request: request, staging: staging, keys: keys, artwork: artwork,
      surroundings: surroundings, events: events)
    try await session.download(over: transfers, root: loader.root)
    guard !Task.isCancelled else { throw DownloadError(.stopped, "stopped before the bundle was finished") }
    return try await onThread { () throws(DownloadError) in try session.commit() }
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
        at: plan.destination, identity: IdentityHash(of: plan.identity), bootID: surroundings.bootID,
        startAnew: request.startsAnew)
    } catch {
      throw DownloadError(error)
    }
  }

  private func fetchArtwork() async throws(DownloadError) -> Artwork? {
    switch request.artwork {
    case .none: return nil
    case .remote(let uri):
      let resource = try await loader.bytes(at: uri, kind: .artwork, limit: SourceLimits.artwork)
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

extension DownloadError {
  /// Without what is known to be a credential.
  func scrubbed(_ volatile: VolatileParameters) -> DownloadError {
    DownloadError(kind, volatile.scrubbed(message), hint: hint)
  }

  init(_ failure: BundleError) {
    let kind: Kind =
      switch failure.kind {
      case .damaged: .damaged
      case .tooNew: .tooNew
      case .inUse: .inUse
      case .exists, .notABundle, .expired: .usage
      case .disk: .disk
      }
    self.init(kind, failure.description, hint: failure.hint)
  }
}
