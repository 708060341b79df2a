/// A time of every day by the local clock, such as 01:00 to 06:00; across midnight where it ends before it begins.
///
/// Where the clock jumps, what it shows counts: a window that lies in a skipped hour does not open that day, and one
/// in a repeated hour is open twice.
package struct DailyWindow: Sendable, Hashable, CustomStringConvertible {
  /// Seconds after midnight by the clock, 0 to 86,399; open from this second on.
  package let start: Int64
  /// Seconds after midnight, 1 to 86,400; closed from this second on.
  package let end: Int64

  /// Reads `01:00-06:00`; hours 00 to 24, `24:00` as an end only. nil for anything else, and for a window that
  /// would never open or never close.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = Self.seconds(parts[0]), let end = Self.seconds(parts[1]),
      start < 86_400, start != end, start != end % 86_400
    else { return nil }
    self.start = start
    self.end = end == 0 ? 86_400 : end
  }

  package var description: String { "\(Self.text(start))-\(Self.text(end))" }

  /// Whether the local clock shows a time in the window.
  package func isOpen(at instant: Instant, in zone: LocalZone = .system) -> Bool {
    let clock = (instant.seconds + zone.secondsEastOfUTC(instant.seconds)).flooredRemainder(86_400)
    return start < end ? clock >= start && clock < end : clock >= start || clock < end
  }

  /// The first instant, this one or a later one, at which it is open; nil when the clock shows no such time for a
  /// week, which no zone on Earth does.
  package func opening(from instant: Instant, in zone: LocalZone = .system) -> Instant? {
    if isOpen(at: instant, in: zone) { return instant }
    return change(from: instant, in: zone) { isOpen(at: $0, in: zone) }
  }

  /// The first later instant at which it is closed; nil as above.
  package func closing(from instant: Instant, in zone: LocalZone = .system) -> Instant? {
    change(from: instant, in: zone) { !isOpen(at: $0, in: zone) }
  }

  /// The first whole minute from which something holds. Clocks change at whole minutes of UTC, and so do windows.
  private func change(from instant: Instant, in zone: LocalZone, until holds: (Instant) -> Bool) -> Instant? {
    let first = (instant.seconds + 59).flooredQuotient(60)
    let week: Int64 = 7 * 24 * 60
    for minute in first...(first + week) {
      let then = Instant(seconds: minute * 60)
      if holds(then) { return then }
    }
    return nil
  }

  /// `06:00`, two digits each.
  private static func seconds(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), minutes < 60,
      hours * 60 + minutes <= 24 * 60
    else { return nil }
    return (hours * 60 + minutes) * 60
  }

  private static func text(_ seconds: Int64) -> String {
    "\((seconds / 3600).padded(2)):\((seconds / 60 % 60).padded(2))"
  }
}
