/// Which titles go when room is needed: those that have expired, then those of priority `default`, then
/// `important`; within each the oldest commit first.
package struct EvictionOrder: Sendable {
  package struct Candidate: Sendable, Hashable {
    /// Where it is; also what decides between two of one age, by its bytes.
    package let path: String
    package let hasExpired: Bool
    package let priority: StoragePolicy.Priority
    /// When it was committed, in seconds since 1970.
    package let committedAt: Int64
    /// What deleting it frees.
    package let bytes: Int64

    package init(
      path: String, hasExpired: Bool, priority: StoragePolicy.Priority, committedAt: Int64, bytes: Int64
    ) {
      self.path = path
      self.hasExpired = hasExpired
      self.priority = priority
      self.committedAt = committedAt
      self.bytes = bytes
    }

    private var rank: Int { hasExpired ? 0 : priority == .default ? 1 : 2 }

    fileprivate func goes(before other: Candidate) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if committedAt != other.committedAt { return committedAt < other.committedAt }
      return path.utf8.lexicographicallyPrecedes(other.path.utf8)
    }
  }

  /// All of them, the first to go first.
  package let candidates: [Candidate]

  package init(_ candidates: [Candidate]) {
    self.candidates = candidates.sorted { $0.goes(before: $1) }
  }

  /// As many of the first as it takes to free so many bytes; all of them where they do not suffice.
  package func making(room bytes: Int64) -> (goes: [Candidate], suffices: Bool) {
    var left = bytes
    var goes: [Candidate] = []
    for candidate in candidates {
      guard left > 0 else { break }
      goes.append(candidate)
      let (rest, overflow) = left.subtractingReportingOverflow(max(0, candidate.bytes))
      left = overflow ? 0 : rest
    }
    return (goes, left <= 0)
  }
}
