package import BundleStore
package import Files
package import Rights

/// What `expire` does to one bundle.
package struct Expiry: Sendable {
  package enum Deed: Sendable, Hashable {
    /// Deletes the title when its time is over.
    case apply
    /// Only says when its time is over: at the instant, in seconds since 1970.
    case set(Int64)
    /// Only says when its time is over: so many seconds from now, which is the commit of the change.
    case setAfter(Int64)
    /// Only says that its time is never over.
    case clear
  }

  /// What came of it.
  package enum Outcome: Sendable, Hashable {
    /// Its time is not over, or there is nothing to change.
    case kept
    /// It was deleted, or would be. `left`: names of ours that stayed, since no manifest named them.
    case deleted(bytes: Int64, files: Int, left: [String])
    /// A tombstone stands there, since then.
    case buried(Instant)
    /// The tombstone went, or would go.
    case purged
    /// Its time is over by a clock that cannot be believed alone.
    case doubted(expiresAt: Int64, evidence: Int64?)
    /// The policy was changed to this one, or would be.
    case changed(StoragePolicy)
  }

  package let deed: Deed
  /// Whether tombstones go, those that come now too.
  package let purges: Bool
  package let isDry: Bool
  package let clock: ClockReading
  /// What other bundles of the same machine know of the time, not after the clock.
  package let surroundings: TimeEvidence
  /// The program and its version, for the history.
  package let program: String

  package init(
    _ deed: Deed, purges: Bool, isDry: Bool, clock: ClockReading, surroundings: TimeEvidence = TimeEvidence(),
    program: String
  ) {
    self.deed = deed
    self.purges = purges
    self.isDry = isDry
    self.clock = clock
    self.surroundings = surroundings
    self.program = program
  }

  /// Does it, on a thread of its own.
  /// - Throws: what opening the bundle throws; `inUse` while another process changes it; `expired` for a change of the
  ///   policy where a tombstone stands; `damaged` where the policy cannot be read; `disk`.
  package func run(at path: String) async throws(BundleError) -> Outcome {
    try await OwnThreads.value(for: path) { () throws(BundleError) in try apply(to: path) }
  }

  private func apply(to path: String) throws(BundleError) -> Outcome {
    if isDry {
      return try OfflineBundle.readSteadily(path, doing: "reading") { (bundle) throws(BundleError) in
        try outcome(for: bundle)
      }
    }
    // Most bundles of a library have nothing to be done, and are not locked for that.
    let bundle = try OfflineBundle.open(path)
    let looked = try outcome(for: bundle)
    switch looked {
    case .kept, .doubted: return looked
    // Unless a kill left something of it.
    case .buried where !purges && bundle.manifest.pending.isEmpty: return looked
    default: break
    }
    let transaction = try BundleTransaction.begin(at: path)
    return try carryOut(outcome(for: transaction.bundle), in: transaction)
  }

  private func carryOut(_ outcome: Outcome, in transaction: BundleTransaction) throws(BundleError) -> Outcome
  {
    switch outcome {
    case .kept, .doubted: return outcome
    case .buried:
      Leavings.discard(besides: transaction.bundle)
      return outcome
    case .purged:
      try transaction.purge()
      return outcome
    case .deleted(let bytes, let files, _):
      let left = try transaction.bury(.expired, at: instant(for: transaction.bundle), by: program)
      Leavings.discard(besides: transaction.bundle)
      if purges, left.isEmpty { try transaction.purge() }
      return .deleted(bytes: bytes, files: files, left: left.map(\.text))
    case .changed(let policy):
      try change(transaction, to: policy)
      return outcome
    }
  }

  // MARK: - What is to be done

  private func outcome(for bundle: OfflineBundle) throws(BundleError) -> Outcome {
    switch deed {
    case .apply: return expiry(of: bundle.manifest)
    case .clear: return try change(of: bundle, to: nil)
    case .set(let instant): return try change(of: bundle, to: instant)
    case .setAfter(let seconds):
      let (instant, overflow) = time(for: bundle.manifest).addingReportingOverflow(seconds)
      return try change(of: bundle, to: overflow ? .max : instant)
    }
  }

  private func expiry(of manifest: Manifest) -> Outcome {
    if let tombstone = manifest.tombstone { return purges ? .purged : .buried(tombstone.at) }
    let policy = manifest.policy
    guard let expiresAt = policy.expiresAt, policy.hasExpired(at: time(for: manifest)) else { return .kept }
    var evidence = manifest.timeEvidence
    evidence.note(surroundings)
    guard clock.mayDelete(after: evidence) else {
      return .doubted(expiresAt: expiresAt, evidence: evidence.newest)
    }
    return .deleted(bytes: manifest.totalBytes, files: manifest.totalFiles, left: [])
  }

  private func change(of bundle: OfflineBundle, to expiresAt: Int64?) throws(BundleError) -> Outcome {
    try bundle.refuseBuried(doing: "changing")
    var policy = bundle.manifest.policy
    guard policy.expiresAt != expiresAt else { return .kept }
    policy.expiresAt = expiresAt
    return .changed(policy)
  }

  private func change(_ transaction: BundleTransaction, to policy: StoragePolicy) throws(BundleError) {
    var manifest = transaction.bundle.manifest
    manifest.policy = policy
    let note = policy.expiresAt.map { "set to \(Instant(seconds: $0).rfc3339)" } ?? "cleared"
    manifest.history.append(
      HistoryEntry(action: "expire", at: Instant(seconds: clock.now), by: program, note: note))
    try transaction.commit(manifest, deletions: [])
  }

  /// The time by the clock and what the bundle itself knows.
  private func time(for manifest: Manifest) -> Int64 { manifest.timeEvidence.time(by: clock) }

  private func instant(for bundle: OfflineBundle) -> Instant { Instant(seconds: time(for: bundle.manifest)) }
}

/// What stands beside a bundle and is part of its title.
enum Leavings {
  /// Deletes the unfinished bundle of the same title, and what a kill left of an older one: a title whose time is over
  /// is over in each of its forms. What cannot be deleted or is locked stays.
  static func discard(besides bundle: OfflineBundle) {
    BundleStaging.discardSpent(at: bundle.path)
    BundleStaging.discardUnfinished(of: bundle.manifest.identity, at: bundle.path)
  }
}
