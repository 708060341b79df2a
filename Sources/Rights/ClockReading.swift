/// What a clock says, and how far it may be believed.
package struct ClockReading: Sendable, Hashable {
  /// Seconds since 1970 UTC.
  package let now: Int64
  /// Whether the system says that something keeps its clock right (NTP and the like).
  package let isSynchronised: Bool
  /// Whether a person vouches for the clock (`--trust-clock`).
  package let isTrusted: Bool

  package init(now: Int64, isSynchronised: Bool, isTrusted: Bool = false) {
    self.now = now
    self.isSynchronised = isSynchronised
    self.isTrusted = isTrusted
  }

  /// How far past the newest evidence a clock that nothing keeps right is believed, in seconds: 30 days.
  package static let reach: Int64 = 30 * 86_400
  /// The same for a clock that is kept right: ten years. No cable is pulled for longer, and a clock that is further
  /// ahead was set wrong, whatever keeps it.
  package static let farReach: Int64 = 3_653 * 86_400

  /// Whether something may be deleted on the word of this clock.
  /// - Parameter evidence: what is known of the time from elsewhere.
  package func mayDelete(after evidence: TimeEvidence) -> Bool {
    if isTrusted { return true }
    guard let newest = evidence.newest else { return isSynchronised }
    guard now > newest else { return true }
    let (past, overflow) = now.subtractingReportingOverflow(newest)
    return !overflow && past <= (isSynchronised ? Self.farReach : Self.reach)
  }
}

/// What is known of the time from elsewhere than the clock: it is at least as late as each of the instants that
/// were noted, such as the Date of an answer, or when a bundle was committed.
package struct TimeEvidence: Sendable, Hashable {
  /// Seconds since 1970 UTC; nil without any.
  package private(set) var newest: Int64?

  package init(_ instants: Int64...) {
    for instant in instants { note(instant) }
  }

  package mutating func note(_ instant: Int64) {
    newest = max(newest ?? instant, instant)
  }

  package mutating func note(_ other: TimeEvidence) {
    if let instant = other.newest { note(instant) }
  }

  /// The time by clock and evidence together: a clock that is behind the evidence extends no lease.
  package func time(by clock: ClockReading) -> Int64 { max(clock.now, newest ?? clock.now) }

  /// Whether the Date of an answer is evidence: one that is over a day ahead of a clock that is kept right is the
  /// sender's mistake.
  package static func isCredible(_ date: Int64, to clock: ClockReading) -> Bool {
    guard clock.isSynchronised || clock.isTrusted else { return true }
    let (limit, overflow) = clock.now.addingReportingOverflow(86_400)
    return overflow || date <= limit
  }
}
