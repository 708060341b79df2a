import BundleStore
import Synchronization

/// Measures a build under way.
final class ProgressMeter: Sendable {
  private struct History {
    var fraction = 0.0
    /// Bytes and the time of it, the newest last: the rate is taken over some seconds.
    var samples: [(time: Double, bytes: Int64)] = []
  }

  private static let window = 5.0

  private let plan: BuildPlan
  private let contexts: [StreamContext]
  private let uptime: @Sendable () -> Double
  private let history = Mutex(History())

  init(plan: BuildPlan, contexts: [StreamContext], uptime: @escaping @Sendable () -> Double) {
    self.plan = plan
    self.contexts = contexts
    self.uptime = uptime
    let now = uptime()
    // What an earlier run left was not brought by this one.
    let bytes = contexts.reduce(Int64(0)) { $0.addingSaturated($1.counter.bytes) }
    history.withLock { $0.samples = [(now, bytes)] }
  }

  func snapshot() -> BuildProgress {
    let measures = contexts.map(measure)
    let parts =
      plan.variants.map { part($0.record.id, $0.stream, measures) }
      + plan.renditions.compactMap { rendition in
        rendition.stream.map { part(rendition.record.id, $0, measures) }
      }
      + plan.trickPlay.filter { !plan.streams[$0.stream].isBorrowed }.map {
        part($0.record.id, $0.stream, measures)
      }
    let bytes = measures.reduce(Int64(0)) { $0.addingSaturated($1.bytes) }
    let expected = measures.reduce(Int64(0)) { $0.addingSaturated($1.expected) }
    let raw = Self.fraction(of: measures)
    let now = uptime()
    return history.withLock { history in
      history.fraction = min(1, max(history.fraction, raw))
      let rate = Self.rate(&history.samples, now: now, bytes: bytes)
      // Where the source promised too little, the part that is not loaded yet tells more.
      let left = max(Double(expected - bytes), (1 - history.fraction) * Double(expected))
      return BuildProgress(
        fraction: history.fraction, bytes: bytes, expectedBytes: max(expected, bytes), bytesPerSecond: rate,
        files: measures.reduce(0) { $0 + $1.files },
        secondsLeft: history.fraction >= 1 ? 0 : rate > 0 ? left / Double(rate) : nil, parts: parts)
    }
  }

  private struct Measure {
    let fraction: Double
    let isWhole: Bool
    let bytes: Int64
    let expected: Int64
    let ranges: [ClosedRange<Double>]
    let duration: Double
    /// That this run brought.
    let files: Int
  }

  /// Of a whole that is not there yet, lest rounding tell that it is.
  private static let almost = 0.999

  /// Each stream counts by its bytes.
  private static func fraction(of measures: [Measure]) -> Double {
    if measures.allSatisfy(\.isWhole) { return 1 }
    let weighted = measures.reduce(0.0) { $0 + $1.fraction * Double($1.expected) }
    let expected = measures.reduce(0.0) { $0 + Double($1.expected) }
    return expected > 0 ? min(weighted / expected, almost) : 0
  }

  private func measure(_ context: StreamContext) -> Measure {
    let loaded = context.loaded()
    let duration = context.stream.duration
    let isWhole = loaded.missing == 0
    let share =
      duration > 0
      ? loaded.seconds / duration : Double(loaded.pieces - loaded.missing) / Double(max(1, loaded.pieces))
    let fraction = isWhole ? 1 : min(max(0, share), Self.almost)
    // What is stored tells more than the source's promise, the more of it there is.
    let estimate = Double(context.stream.estimatedBytes)
    let projected = fraction > 0 ? Double(loaded.bytes) / fraction : estimate
    let expected = fraction * projected + (1 - fraction) * estimate
    let bytes = max(loaded.bytes, context.counter.bytes)
    return Measure(
      fraction: fraction, isWhole: isWhole, bytes: bytes,
      expected: max(bytes, expected < 9e18 ? Int64(expected) : .max),
      ranges: loaded.ranges, duration: duration, files: loaded.brought)
  }

  private func part(_ id: String, _ stream: Int, _ measures: [Measure]) -> BuildProgress.Part {
    let measure = measures[stream]
    return BuildProgress.Part(
      id: id, fraction: measure.fraction, bytes: measure.bytes, expectedBytes: measure.expected,
      loadedTimeRanges: measure.ranges, expectedTimeRange: 0...max(0, measure.duration))
  }

  private static func rate(
    _ samples: inout [(time: Double, bytes: Int64)], now: Double, bytes: Int64
  ) -> Int64 {
    samples.append((now, bytes))
    while samples.count > 2, let first = samples.first, now - first.time > window { samples.removeFirst() }
    guard let first = samples.first, now > first.time else { return 0 }
    return Int64(min(max(0, Double(bytes - first.bytes) / (now - first.time)), 1e18))
  }
}
