import Flags
import Transfer

/// How fast transfers go, and how long they wait for another attempt.
struct PaceOptions: Sendable {
  /// Bytes a second over all transfers; nil: no limit.
  var rateLimit: ByteCountValue?
  /// The least bytes a second of one transfer; nil: any rate will do.
  var throttledRate: ByteCountValue?
  /// nil: the waits of `TransferSettings`.
  var retrySleep: RetrySleepValue?

  static let options: [Option<PaceOptions>] = [
    .value(
      "limit-rate", short: "r", aliases: ["rate-limit"], placeholder: "RATE", \.rateLimit,
      "Take no more than RATE over all requests together.",
      details: ["RATE is in bytes a second; k, M and G stand for powers of 1,024: 50k, 4.2M."]),
    .value(
      "throttled-rate", placeholder: "RATE", \.throttledRate,
      "Ask again for what comes more slowly than RATE for 30 seconds.",
      details: [
        """
        RATE is in bytes a second, for each request by itself. What came is kept where the server can go on behind \
        it. Time in which --limit-rate holds a request back does not count.
        """
      ]),
    .value(
      "retry-sleep", \.retrySleep, "Wait so long before each retry.",
      details: [
        """
        SECONDS is the same wait each time; MIN:MAX begins with MIN and doubles up to MAX. Fractions are allowed. A \
        server that asks for more (Retry-After) gets it, up to two minutes. Without it the wait is a quarter of a \
        second at first and eight seconds at most.
        """
      ]),
  ]

  /// Puts what was given into the settings, and leaves the rest as it is.
  func apply(to settings: inout TransferSettings) {
    if let rateLimit { settings.rateLimit = rateLimit.bytes }
    if let throttledRate { settings.throttledRate = throttledRate.bytes }
    if let retrySleep { settings.backOff = retrySleep.backOff }
  }
}

/// The waits between attempts as typed, in seconds: 5, 0.5, 1:60.
struct RetrySleepValue: FlagValue, Hashable {
  /// The first wait.
  let least: Duration
  /// The longest wait; not below `least`.
  let most: Duration

  static let placeholder = "SECONDS"

  /// The longest wait accepted: a day, in seconds.
  private static let limit: Double = 86_400

  init(flagText: String) throws(ValueError) {
    let parts = flagText.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let last = parts.last else { throw Self.refusal }
    least = try Self.seconds(first)
    most = try Self.seconds(last)
    guard least <= most else {
      throw ValueError("begins with more than it ends with", hint: "MIN:MAX, for instance 1:60")
    }
  }

  /// Just the waits asked for: no chance shortens them.
  var backOff: BackOff { BackOff(base: least, cap: most, jitter: 0) }

  private static var refusal: ValueError {
    ValueError("is no wait in seconds, at most a day", hint: "for instance 5, 0.5 or 1:60")
  }

  private static func seconds(_ text: Substring) throws(ValueError) -> Duration {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, text.utf8.count <= 20, let value = Double(text), value <= limit else { throw refusal }
    return .seconds(value)
  }
}
