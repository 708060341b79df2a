import CSystem
import Glibc

/// A point in time, in UTC, leap seconds not counted.
package struct Instant: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package let seconds: Int64
  /// The rest, 0 to 999,999,999.
  package let nanoseconds: Int32

  /// Nanoseconds outside 0 to 999,999,999 are brought to the nearest end.
  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  /// The system's clock. Only what stands at the top calls this; all else is told the time.
  package static func now() -> Instant {
    var time = timespec()
    _ = clock_gettime(CLOCK_REALTIME, &time)  // cannot fail for this clock
    return Instant(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  /// Whether something outside, such as NTP, keeps the system's clock right, as far as the kernel knows; false too
  /// where it does not say. Only what stands at the top calls this.
  package static var isClockSynchronised: Bool { csystem_clock_is_synchronised() }

  package static func < (first: Instant, second: Instant) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }

  /// So many seconds later; earlier if negative. Stops at the ends of what can be told.
  package func adding(seconds more: Int64) -> Instant {
    let (sum, overflow) = seconds.addingReportingOverflow(more)
    return Instant(seconds: overflow ? (more < 0 ? .min : .max) : sum, nanoseconds: nanoseconds)
  }
}

// MARK: - RFC 3339

extension Instant {
  /// In UTC with whole seconds, `2027-01-31T23:00:00Z`.
  ///
  /// Years outside 0000 to 9999 are brought to the nearest end.
  package var rfc3339: String {
    let (first, last) = (Self.firstSecond, Self.lastSecond)
    let clamped = min(max(seconds, first), last)
    let date = CivilDate(daysSince1970: clamped.flooredQuotient(86_400))
    let second = clamped.flooredRemainder(86_400)
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: ":")
    return "\(date)T\(time)Z"
  }

  /// Reads `2027-01-31T23:00:00.5+01:00` (RFC 3339, 5.6): date, time, and an offset that must be there.
  ///
  /// A second of 60 is the next minute's first. Digits of the fraction after the ninth are dropped.
  package init?(rfc3339 text: String) {
    var scanner = DateScanner(text)
    guard let date = scanner.date(), scanner.skip(any: "Tt ") else { return nil }
    guard let time = scanner.timeOfDay(), let fraction = scanner.fraction() else { return nil }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    self.init(seconds: date.daysSince1970 * 86_400 + time - offset, nanoseconds: fraction)
  }

  private static var firstSecond: Int64 { -62_167_219_200 }
  private static var lastSecond: Int64 { 253_402_300_799 }
}

extension Int64 {
  /// Division that rounds down, for times before 1970.
  func flooredQuotient(_ divisor: Int64) -> Int64 { (self - flooredRemainder(divisor)) / divisor }

  func flooredRemainder(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }

  /// Decimal digits, zeros in front up to the width.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
