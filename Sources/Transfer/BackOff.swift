/// How long to wait before a failed transfer is tried again: doubling from a base to a cap, less a random share.
///
/// With `base` and `cap` the same and no jitter every wait is the same.
package struct BackOff: Sendable, Hashable {
  /// The wait after the first failure.
  package var base: Duration
  /// The longest wait.
  package var cap: Duration
  /// The share of each wait that chance may take off, 0 to 1, so that many clients do not return at once.
  package var jitter: Double

  package init(base: Duration = .milliseconds(250), cap: Duration = .seconds(8), jitter: Double = 0.5) {
    self.base = max(base, .zero)
    self.cap = max(cap, .zero)
    self.jitter = min(max(jitter, 0), 1)
  }

  /// The wait after so many failures in a row (1 for the first); `chance` is from 0 to 1.
  package func wait(afterFailures count: Int, chance: Double) -> Duration {
    // One doubling at a time: of a long base thirty would be more than a Duration holds.
    var wait = min(base, cap)
    for _ in 0..<min(max(count - 1, 0), 64) where wait < cap { wait = min(wait * 2, cap) }
    // Not by a floating factor of 1, so that a constant wait is just what was asked for.
    let share = jitter * min(max(chance, 0), 1)
    return share > 0 ? wait * (1 - share) : wait
  }
}
