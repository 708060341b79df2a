/// How long to wait before a failed transfer is tried again: doubling from a base to a cap, less a random share.
package struct BackOff: Sendable, Hashable {
  /// The wait after the first failure.
  package var base: Duration
  /// The longest wait.
  package var cap: Duration
  /// The share of each wait that chance may take off, 0 to 1, so that many clients do not return at once.
  package var jitter: Double

  package init(base: Duration = .milliseconds(250), cap: Duration = .seconds(8), jitter: Double = 0.5) {
    self.base = base
    self.cap = cap
    self.jitter = min(max(jitter, 0), 1)
  }

  /// The wait after so many failures in a row (1 for the first); `chance` is from 0 to 1.
  package func wait(afterFailures count: Int, chance: Double) -> Duration {
    let doublings = min(max(count - 1, 0), 30)
    return min(base * (1 << doublings), cap) * (1 - jitter * min(max(chance, 0), 1))
  }
}
