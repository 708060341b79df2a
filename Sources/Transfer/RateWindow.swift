/// The mean rate of a body over the last stretch of time. Pure: the caller says the time and what came.
struct RateWindow: Sendable {
  private struct Mark {
    var time: Duration
    var bytes: Int64
  }

  /// In how many steps the window moves on.
  private static let steps = 16

  private let length: Duration
  /// From the oldest that counts, at most one of them `length` old or older.
  private var marks: [Mark] = []

  /// `length`: over how much time the mean is taken.
  init(_ length: Duration) { self.length = max(length, .milliseconds(1)) }

  /// The mean rate in bytes a second, when so many bytes came in all; nil until the window is full. `time` is any
  /// that does not run backwards, without what is not to count.
  mutating func rate(bytes: Int64, at time: Duration) -> Int64? {
    if marks.last.map({ time - $0.time >= length / Self.steps }) ?? true {
      marks.append(Mark(time: time, bytes: bytes))
    }
    while marks.count > 1, time - marks[1].time >= length { marks.removeFirst() }
    guard let oldest = marks.first, time - oldest.time >= length else { return nil }
    return Int64(Double(bytes - oldest.bytes) / ((time - oldest.time) / .seconds(1)))
  }
}
