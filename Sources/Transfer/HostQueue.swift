import Addresses

/// What waits for one origin, and how that origin has behaved.
struct HostQueue {
  typealias Time = ContinuousClock.Instant

  /// Failures of the host in a row after which all its work waits, not only what failed.
  static let patience = 3

  private(set) var waiting: [Work] = []
  private var failures = 0
  private var pausedUntil: Time?

  /// Nothing here needs remembering.
  var isIdle: Bool { waiting.isEmpty && failures == 0 && pausedUntil == nil }

  func isPaused(at now: Time) -> Bool { pausedUntil.map { now < $0 } ?? false }

  mutating func park(_ work: Work) { waiting.append(work) }

  mutating func noteSuccess() {
    failures = 0
    pausedUntil = nil
  }

  /// The host failed; `isFinal` is its own word (429) that nothing more should come before `end`.
  mutating func noteFailure(pauseUntil end: Time, isFinal: Bool) {
    failures += 1
    guard isFinal || failures >= Self.patience else { return }
    pausedUntil = max(pausedUntil ?? end, end)
  }

  /// When something here may go on; nil when nothing waits.
  func due(at now: Time) -> Time? {
    guard let first = waiting.lazy.map({ $0.notBefore ?? now }).min() else { return nil }
    return max(first, pausedUntil ?? first)
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
