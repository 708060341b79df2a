package import BundleStore
import Files
package import Rights

/// What makes room in a library: which unfinished bundles and which titles go. A value: it can be shown before anything
/// is done.
package struct PrunePlan: Sendable {
  /// One that goes.
  package struct Item: Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable {
      /// Nobody has worked on it for as long as was said.
      case unfinished
      case expired
      /// Of priority `default`.
      case `default`
      case important
    }

    package let path: String
    package let bytes: Int64
    package let reason: Reason
  }

  /// The folder.
  package let path: String
  /// In the order in which they go.
  package let items: [Item]
  /// Bytes that are free now, and that were asked for; nil where only unfinished bundles were asked about.
  package let free: Int64
  package let wanted: Int64?
  /// Whether what goes is enough.
  package let suffices: Bool
  /// Sentences about what was passed over.
  package let warnings: [String]

  /// Of all that goes.
  package var bytes: Int64 {
    items.reduce(0) { sum, item in
      let (total, overflow) = sum.addingReportingOverflow(item.bytes)
      return overflow ? .max : total
    }
  }
}

/// `prune`: makes room on the file system of a folder of bundles.
package struct Pruning: Sendable {
  package let path: String
  /// Bytes that are to be free then; nil: no title goes.
  package let wanted: Int64?
  /// Unfinished bundles on which nobody has worked for so many seconds go; nil: none.
  package let unfinishedAge: Int64?
  package let clock: ClockReading
  /// The program and its version, for the history.
  package let program: String

  package init(
    _ path: String, free wanted: Int64?, unfinishedAge: Int64?, clock: ClockReading, program: String
  ) {
    self.path = path
    self.wanted = wanted
    self.unfinishedAge = unfinishedAge
    self.clock = clock
    self.program = program
  }

  /// Looks what is to go, changing nothing.
  /// - Throws: `notABundle` for what is no folder; `disk`.
  package func plan() async throws(BundleError) -> PrunePlan {
    try await OwnThreads.value(for: path) { () throws(BundleError) in try look() }
  }

  /// Deletes one item of a plan, leaving nothing at its path.
  /// - Throws: `inUse` while another process works on it; `disk`; what opening a bundle throws.
  package func remove(_ item: PrunePlan.Item) async throws(BundleError) {
    try await OwnThreads.value(for: item.path) { () throws(BundleError) in
      if item.reason == .unfinished { return try UnfinishedBundle.remove(at: item.path) }
      let transaction = try BundleTransaction.begin(at: item.path)
      if transaction.bundle.manifest.tombstone == nil {
        try transaction.bury(
          item.reason == .expired ? .expired : .pruned, at: Instant(seconds: clock.now), by: program)
      }
      try transaction.purge()
    }
  }

  /// Bytes that are free on the folder's file system.
  package func freeBytes() throws(BundleError) -> Int64 {
    do throws(SystemError) {
      return try Folder.open(path).freeBytes
    } catch {
      throw BundleError(.disk, "asking for free space", place: path, reason: error.reason, system: error)
    }
  }

  private func look() throws(BundleError) -> PrunePlan {
    let library = try Library(at: path)
    var survey = Survey(of: library, clock: clock)
    for bundle in library.bundles { try survey.look(at: bundle) }
    survey.tell(library)
    var items: [PrunePlan.Item] = []
    if let unfinishedAge {
      for partial in library.unfinished {
        if let item = try survey.unfinished(partial, olderThan: unfinishedAge) { items.append(item) }
      }
    }
    let free = try freeBytes()
    guard let wanted else {
      return PrunePlan(
        path: library.path, items: items, free: free, wanted: nil, suffices: true, warnings: survey.warnings)
    }
    let freed = items.reduce(into: free) { sum, item in
      let (total, overflow) = sum.addingReportingOverflow(item.bytes)
      sum = overflow ? .max : total
    }
    let order = EvictionOrder(survey.candidates(wanted: wanted > freed))
    let chosen = order.making(room: wanted > freed ? wanted - freed : 0)
    items += chosen.goes.map { PrunePlan.Item(path: $0.path, bytes: $0.bytes, reason: $0.reason) }
    return PrunePlan(
      path: library.path, items: items, free: free, wanted: wanted, suffices: chosen.suffices,
      warnings: survey.warnings)
  }
}

extension EvictionOrder.Candidate {
  fileprivate var reason: PrunePlan.Item.Reason {
    hasExpired ? .expired : priority == .important ? .important : .default
  }
}

/// What a library holds that may go.
private struct Survey {
  private let library: Library
  private let clock: ClockReading
  private var evidence = TimeEvidence()
  private var titles: [(path: String, manifest: Manifest, bytes: Int64)] = []
  private let device: UInt64?
  private(set) var warnings: [String] = []

  init(of library: Library, clock: ClockReading) {
    self.library = library
    self.clock = clock
    // A folder that cannot be looked at has no device, and nothing in it counts.
    let status = try? FileStatus.of(library.path)
    device = status?.device
    if let status { note(status.modified.seconds) }
  }

  /// What is ahead of the clock does not make the clock better.
  private mutating func note(_ instant: Int64) {
    if instant <= clock.now { evidence.note(instant) }
  }

  mutating func tell(_ library: Library) {
    warnings += library.unreadable.map { "\($0.description); it is passed over" }
    warnings += library.closed.map { "\($0): cannot be looked into; it is passed over" }
  }

  mutating func look(at path: String) throws(BundleError) {
    do throws(BundleError) {
      let bundle = try OfflineBundle.open(path)
      guard try isHere(bundle.folder, path) else { return }
      if let newest = bundle.manifest.timeEvidence.newest { note(newest) }
      guard bundle.manifest.tombstone == nil else { return }
      let (_, bytes) = try UnfinishedBundle.look(at: path)
      titles.append((path, bundle.manifest, bytes))
    } catch {
      warnings.append("\(error.description); it is passed over")
    }
  }

  private mutating func isHere(_ folder: Folder, _ path: String) throws(BundleError) -> Bool {
    let status: FileStatus?
    do throws(SystemError) {
      status = try folder.status("")
    } catch {
      throw BundleError(.disk, "reading", place: path, reason: error.reason, system: error)
    }
    if status?.device == device { return true }
    warnings.append("\(path): is on another file system; it is passed over")
    return false
  }

  /// Titles that another process works on are no candidates.
  mutating func candidates(wanted: Bool) -> [EvictionOrder.Candidate] {
    guard wanted else { return [] }
    var candidates: [EvictionOrder.Candidate] = []
    for title in titles {
      guard isFree(title.path) else {
        warnings.append("\(title.path): another process is working on it; it is passed over")
        continue
      }
      var known = title.manifest.timeEvidence
      let time = known.time(by: clock)
      known.note(evidence)
      // A clock that cannot be believed alone makes no title expired; it may go by its priority all the same.
      let hasExpired = title.manifest.policy.hasExpired(at: time) && clock.mayDelete(after: known)
      candidates.append(
        EvictionOrder.Candidate(
          path: title.path, hasExpired: hasExpired, priority: title.manifest.policy.priority,
          committedAt: title.manifest.createdAt.seconds, bytes: title.bytes))
    }
    return candidates
  }

  /// Whether nobody works on it, now.
  private func isFree(_ path: String) -> Bool {
    // What cannot be locked cannot be changed either.
    ((try? FolderLock.acquire(path)) ?? nil) != nil
  }

  /// The item for an unfinished bundle on which nobody has worked for so long; nil for one that stays.
  mutating func unfinished(_ path: String, olderThan age: Int64) throws(BundleError) -> PrunePlan.Item? {
    do throws(BundleError) {
      let (lastChange, bytes) = try UnfinishedBundle.look(at: path)
      let (limit, overflow) = lastChange.seconds.addingReportingOverflow(age)
      guard !overflow, clock.now >= limit else { return nil }
      guard isFree(path) else {
        warnings.append("\(path): another process is working on it; it is passed over")
        return nil
      }
      var known = evidence
      known.note(lastChange.seconds)
      guard clock.mayDelete(after: known) else {
        warnings.append("\(path): is old by a clock that nothing keeps right; it is passed over")
        return nil
      }
      return PrunePlan.Item(path: path, bytes: bytes, reason: .unfinished)
    } catch {
      warnings.append("\(error.description); it is passed over")
      return nil
    }
  }
}
