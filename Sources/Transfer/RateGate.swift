import Synchronization

/// The rate limit over all transfers of all engines. Decides only: those whose bytes must wait pause.
final class RateGate: Sendable {
  private let bucket: Mutex<TokenBucket>

  /// nil without a limit.
  init?(_ settings: TransferSettings) {
    guard let limit = settings.rateLimit else { return nil }
    bucket = Mutex(TokenBucket(rate: limit, at: .now))
  }

  /// Takes bytes; how long they are to wait.
  func take(_ count: Int, at now: TokenBucket.Time) -> Duration {
    bucket.withLock { $0.take(count, at: now) }
  }

  func giveBack(_ count: Int, at now: TokenBucket.Time) {
    bucket.withLock { $0.giveBack(count, at: now) }
  }
}

/// What one request has to do with the rate limit. Confined to the engine's thread.
struct Pause {
  typealias Time = ContinuousClock.Instant

  /// No pause is shorter: the engine's clock has no finer ticks.
  private static let least = Duration.milliseconds(1)

  /// When reception goes on; nil: it is not paused.
  private(set) var end: Time?
  /// How long the request was paused, the pause under way apart.
  private(set) var sum = Duration.zero
  private var start: Time?
  /// Bytes taken from the gate that did not come yet.
  private var paid = 0

  /// Whether a block may be taken now; if not, a pause begins, after which it may.
  mutating func admits(_ count: Int, _ gate: RateGate, at now: Time) -> Bool {
    guard paid < count else {
      paid -= count
      return true
    }
    let wait = gate.take(count - paid, at: now)
    paid = 0
    guard wait >= Self.least else { return true }
    paid = count
    start = now
    end = now + wait
    return false
  }

  /// Ends the pause.
  mutating func finish(at now: Time) {
    if let start { sum += now - start }
    start = nil
    end = nil
  }

  /// Makes ready for another request: what was paid and did not come is given back.
  mutating func reset(_ gate: RateGate?, at now: Time) {
    if paid > 0 { gate?.giveBack(paid, at: now) }
    self = Pause()
  }
}
