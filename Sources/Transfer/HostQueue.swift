import Addresses

/// What waits for one origin, and how that origin has behaved.
struct HostQueue {
  typealias Time = ContinuousClock.Instant

  /// Failures of the host in a row after which all its work waits, not only what failed.
  static let patience = 3

  private(set) var waiting: [Work] = []
  private var failures = 0
  /// Our own caution, over when the host answers well.
  private var pausedUntil: Time?
  /// The host's own word, which an answer to an earlier request does not take back.
  private var orderedUntil: Time?

  /// Nothing here needs remembering.
  func isIdle(at now: Time) -> Bool {
    waiting.isEmpty && failures == 0 && pausedUntil == nil && orderedUntil.map { $0 <= now } ?? true
  }

  func isPaused(at now: Time) -> Bool { pauseEnd.map { now < $0 } ?? false }

  private var pauseEnd: Time? { [pausedUntil, orderedUntil].compactMap { $0 }.max() }

  mutating func park(_ work: Work) { waiting.append(work) }

  mutating func noteSuccess() {
    failures = 0
    pausedUntil = nil
  }

  /// The host failed; `isOrdered`: it said itself (429, or Retry-After) that nothing more should come before `end`.
  mutating func noteFailure(pauseUntil end: Time, isOrdered: Bool) {
    failures += 1
    if isOrdered {
      orderedUntil = max(orderedUntil ?? end, end)
    } else if failures >= Self.patience {
      pausedUntil = max(pausedUntil ?? end, end)
    }
  }

  /// When something here may go on; nil when nothing waits.
  func due(at now: Time) -> Time? {
    guard let first = waiting.lazy.map({ $0.notBefore ?? now }).min() else { return nil }
    return max(first, pauseEnd ?? first)
  }

  /// Takes what may go on now: of several the one that failed most, so that a dead host is known soon.
  mutating func takeDue(at now: Time) -> Work? {
    guard !waiting.isEmpty, !isPaused(at: now) else { return nil }
    var best: Int?
    for (index, work) in waiting.enumerated() where work.notBefore.map({ $0 <= now }) ?? true {
      if let chosen = best, waiting[chosen].failures >= work.failures { continue }
      best = index
    }
    guard let best else { return nil }
    waiting.swapAt(best, waiting.count - 1)
    return waiting.removeLast()
  }

  /// Takes out everything that was cancelled.
  mutating func takeCancelled() -> [Work] {
    let cancelled = waiting.filter(\.isCancelled)
    if !cancelled.isEmpty { waiting.removeAll(where: \.isCancelled) }
    return cancelled
  }
}
