/// How long a title may be kept, and how early it makes room for others.
package struct StoragePolicy: Sendable, Hashable {
  /// What goes first when room is needed; within one priority the oldest goes first.
  package enum Priority: String, Sendable, Hashable, CaseIterable, Comparable {
    case `default`
    /// Goes last.
    case important

    package static func < (left: Priority, right: Priority) -> Bool {
      left == .default && right == .important
    }
  }

  /// The instant from which the title has expired, in seconds since 1970 UTC; nil: never.
  package var expiresAt: Int64?
  package var priority: Priority

  package init(expiresAt: Int64? = nil, priority: Priority = .default) {
    self.expiresAt = expiresAt
    self.priority = priority
  }

  /// Whether the title has expired: from the instant itself on.
  ///
  /// - Parameter now: seconds since 1970 UTC.
  package func hasExpired(at now: Int64) -> Bool {
    guard let expiresAt else { return false }
    return now >= expiresAt
  }

  /// Seconds until the title expires, 0 when it has; nil: never.
  package func secondsLeft(at now: Int64) -> Int64? {
    guard let expiresAt else { return nil }
    guard now < expiresAt else { return 0 }
    let (left, overflow) = expiresAt.subtractingReportingOverflow(now)
    return overflow ? .max : left
  }
}
