/// WebVTT segments (W3C WebVTT, 4; RFC 8216bis, 3.1.4).
package enum WebVTT {
  /// X-TIMESTAMP-MAP: which MPEG-2 time a cue time stands for.
  package struct TimestampMap: Sendable, Hashable {
    /// In 1/90,000 s, 33 bits.
    package let mpegTicks: Int64
    /// In milliseconds, as cue times.
    package let localMilliseconds: Int64

    /// - Parameters:
    ///   - mpegTicks: taken modulo 2^33.
    ///   - localMilliseconds: of the cue clock.
    package init(mpegTicks: Int64, localMilliseconds: Int64) {
      self.mpegTicks = mpegTicks & 0x1_FFFF_FFFF
      self.localMilliseconds = localMilliseconds
    }
  }

  package struct Facts: Sendable, Hashable {
    /// Nil when the segment has none, which means 0 for 0.
    package internal(set) var timestampMap: TimestampMap?
    /// A line begins with X-TIMESTAMP-MAP but cannot be read, or does not stand in the header.
    package internal(set) var hasBadTimestampMap = false
    package internal(set) var cueCount = 0
    /// Lines with an arrow whose times cannot be read, or end before they start.
    package internal(set) var badCueCount = 0
    /// In milliseconds, the earliest start and the latest end of all cues; nil without cues.
    package internal(set) var firstStart: Int64?
    package internal(set) var lastEnd: Int64?
  }

  /// Whether "WEBVTT" stands at `start`, followed by a blank, a line end or the end.
  static func hasSignature(_ bytes: Span<UInt8>, at start: Int, isWhole: Bool) -> Bool {
    guard bytes.holds("WEBVTT", at: start) else { return false }
    guard let next = bytes.u8(start + 6) else { return isWhole }
    return next == 0x20 || next == 0x09 || next == 0x0a || next == 0x0d
  }

  /// Reads the header and the cue times of a whole segment.
  package static func facts(of bytes: Span<UInt8>) throws(MediaError) -> Facts {
    let start = bytes.holds(bytes: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard hasSignature(bytes, at: start, isWhole: true) else {
      throw MediaError(place: "WebVTT", reason: "does not begin with WEBVTT")
    }
    var facts = Facts()
    var isHeader = true
    var at = start
    while at < bytes.count {
      let line = lineRange(at, in: bytes)
      if line.isEmpty {
        isHeader = false
      } else if bytes.holds("X-TIMESTAMP-MAP=", at: line.lowerBound) {
        readMap(line, in: bytes, isHeader: isHeader, into: &facts)
      } else if let arrow = arrow(in: line, of: bytes) {
        isHeader = false
        readCue(line, arrow: arrow, in: bytes, into: &facts)
      }
      at = nextLine(after: line.upperBound, in: bytes)
    }
    return facts
  }

  private static func lineRange(_ start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
    return start..<end
  }

  private static func nextLine(after end: Int, in bytes: Span<UInt8>) -> Int {
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0d && bytes.u8(end + 1) == 0x0a ? end + 2 : end + 1
  }

  private static func readMap(
    _ line: Range<Int>, in bytes: Span<UInt8>, isHeader: Bool, into facts: inout Facts
  ) {
    guard isHeader, facts.timestampMap == nil else {
      facts.hasBadTimestampMap = true
      return
    }
    var ticks: Int64?
    var local: Int64?
    var at = line.lowerBound + 16
    while at < line.upperBound {
      var end = at
      while end < line.upperBound, bytes[end] != 0x2c { end += 1 }
      while at < end, bytes[at].isBlank { at += 1 }
      if bytes.holds("MPEGTS:", at: at) {
        ticks = number(at + 7..<max(at + 7, end), in: bytes)
      } else if bytes.holds("LOCAL:", at: at) {
        local = time(at: at + 6, before: end, in: bytes)?.milliseconds
      }
      at = end + 1
    }
    guard let ticks, let local, ticks <= 0x1_ffff_ffff else {
      facts.hasBadTimestampMap = true
      return
    }
    facts.timestampMap = TimestampMap(mpegTicks: ticks, localMilliseconds: local)
  }

  private static func number(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int64? {
    var value: Int64 = 0
    var digits = 0
    for at in range {
      let byte = bytes[at]
      if byte.isBlank { continue }
      guard byte.isDigit, digits < 15 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
      digits += 1
    }
    return digits > 0 ? value : nil
  }

  private static func arrow(in line: Range<Int>, of bytes: Span<UInt8>) -> Int? {
    var at = line.lowerBound
    while at < line.upperBound - 2 {
      if bytes[at] == 0x2d, bytes[at + 1] == 0x2d, bytes[at + 2] == 0x3e { return at }
      at += 1
    }
    return nil
  }

  private static func readCue(
    _ line: Range<Int>, arrow: Int, in bytes: Span<UInt8>, into facts: inout Facts
  ) {
    var second = arrow + 3
    while second < line.upperBound, bytes[second].isBlank { second += 1 }
    guard let start = time(at: line.lowerBound, before: arrow, in: bytes),
      let end = time(at: second, before: line.upperBound, in: bytes), end.milliseconds >= start.milliseconds
    else {
      facts.badCueCount += 1
      return
    }
    facts.cueCount += 1
    facts.firstStart = min(facts.firstStart ?? start.milliseconds, start.milliseconds)
    facts.lastEnd = max(facts.lastEnd ?? end.milliseconds, end.milliseconds)
  }

  /// A timestamp (WebVTT, 4.3): hours are optional, three digits of milliseconds are not.
  private static func time(
    at start: Int, before end: Int, in bytes: Span<UInt8>
  ) -> (milliseconds: Int64, end: Int)? {
    var fields: [Int64] = []
    var at = start
    while at < end, bytes[at].isBlank { at += 1 }
    while fields.count < 3 {
      guard let field = digits(&at, before: end, in: bytes, atMost: 9) else { return nil }
      fields.append(field)
      guard at < end, bytes[at] == 0x3a else { break }
      at += 1
    }
    guard fields.count >= 2, at < end, bytes[at] == 0x2e else { return nil }
    at += 1
    let fraction = at
    guard let milliseconds = digits(&at, before: end, in: bytes, atMost: 3), at - fraction == 3 else {
      return nil
    }
    var seconds: Int64 = 0
    for (index, field) in fields.enumerated() {
      guard index == 0 || field < 60 else { return nil }
      seconds = seconds * 60 + field
    }
    return (seconds * 1_000 + milliseconds, at)
  }

  private static func digits(
    _ at: inout Int, before end: Int, in bytes: Span<UInt8>, atMost limit: Int
  ) -> Int64? {
    var value: Int64 = 0
    let start = at
    while at < end, at < bytes.count, bytes[at].isDigit, at - start < limit {
      value = value * 10 + Int64(bytes[at] - 0x30)
      at += 1
    }
    return at > start ? value : nil
  }
}
