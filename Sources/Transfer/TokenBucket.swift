/// How fast bytes may be taken: a rate in the long run, and a burst after a rest. Pure: time is what the caller says.
///
/// Bytes are paid for when they are asked for, even where they must wait: those who wait are served in the order in
/// which they asked, and each knows when its turn is.
struct TokenBucket: Sendable {
  typealias Time = ContinuousClock.Instant

  /// The least burst: the largest block that libcurl gives at once.
  static let leastBurst: Double = 16_384

  /// Bytes a second.
  let rate: Double
  /// The most bytes saved up by a rest: what comes in 250 ms, or one block.
  let burst: Double
  /// Bytes that may be taken at once; below 0 what was paid for in advance.
  private var level: Double
  private var updated: Time

  /// `rate` is in bytes a second, at least 1. The bucket is full at first.
  init(rate: Int64, at now: Time) {
    self.rate = Double(max(rate, 1))
    burst = max(self.rate / 4, Self.leastBurst)
    level = burst
    updated = now
  }

  /// Takes so many bytes; how long they are to wait, zero when they may go at once.
  mutating func take(_ count: Int, at now: Time) -> Duration {
    refill(at: now)
    level -= Double(max(count, 0))
    return level >= 0 ? .zero : .seconds(-level / rate)
  }

  /// Gives back what was taken and will not be used.
  mutating func giveBack(_ count: Int, at now: Time) {
    refill(at: now)
    level = min(level + Double(max(count, 0)), burst)
  }

  private mutating func refill(at now: Time) {
    guard now > updated else { return }
    level = min(level + (now - updated) / .seconds(1) * rate, burst)
    updated = now
  }
}
