package import Files
package import Rights

/// What is left of a title that was deleted: when and why, and how much it was. With it in a manifest the bundle has no
/// streams and no files but `hlspack.json` and `SHA256SUMS`.
package struct Tombstone: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Its time was over.
    case expired
    /// Its room was needed; it is on the way to be gone without a trace.
    case pruned
  }

  package var at: Instant
  package var reason: Reason
  /// Of the files that went.
  package var bytes: Int64
  package var files: Int

  package init(at: Instant, reason: Reason, bytes: Int64, files: Int) {
    self.at = at
    self.reason = reason
    self.bytes = bytes
    self.files = files
  }

  var members: JSONMembers {
    var members = JSONMembers()
    members.set("at", at.rfc3339)
    members.set("bytes", bytes)
    members.set("files", files)
    members.set("reason", reason.rawValue)
    return members
  }

  init(_ fields: JSONFields) throws(BundleError) {
    self.init(
      at: try fields.instant("at"), reason: try fields.word("reason", Reason.self),
      bytes: try fields.bytes("bytes"), files: try fields.count("files"))
  }
}

extension Manifest {
  /// What the manifest knows of the time: it is at least as late as the bundle's last commits, by the clock of the
  /// servers that were asked then, else by that of the machine.
  package var timeEvidence: TimeEvidence {
    var evidence = TimeEvidence()
    for entry in history { evidence.note((entry.originDate ?? entry.at).seconds) }
    if history.isEmpty { evidence.note(createdAt.seconds) }
    return evidence
  }

  /// Whether the title's time is over: a clock that is behind what the manifest knows extends it not.
  /// - Parameter now: what the clock says.
  package func hasExpired(at now: Instant) -> Bool { policy.hasExpired(at: time(at: now).seconds) }

  /// The time by the clock and by what the manifest knows.
  /// - Parameter now: what the clock says.
  package func time(at now: Instant) -> Instant {
    guard let newest = timeEvidence.newest, newest > now.seconds else { return now }
    return Instant(seconds: newest)
  }

  /// Whether keys that media need were overwritten.
  package var isInvalidated: Bool { keys.contains { $0.state == .invalidated } }
}

extension OfflineBundle {
  /// Refuses a bundle of which only a tombstone is left.
  /// - Throws: `expired`.
  package func refuseBuried(doing deed: String) throws(BundleError) {
    guard let tombstone = manifest.tombstone else { return }
    throw BundleError(
      .expired, deed, place: path,
      reason: "has \(tombstone.reason.rawValue), and was deleted \(tombstone.at.rfc3339)",
      hint: "hlspack expire --purge takes the rest away")
  }
}
