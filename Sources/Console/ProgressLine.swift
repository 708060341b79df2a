/// How far a piece of work is.
package struct ProgressReport: Sendable, Hashable {
  package var title: String
  /// 0 to 1; nil where it is not known, then the bytes tell it where they can.
  package var fraction: Double?
  package var bytes: Int64
  package var expectedBytes: Int64?
  package var bytesPerSecond: Double?
  package var secondsLeft: Double?

  package init(
    title: String, fraction: Double? = nil, bytes: Int64 = 0, expectedBytes: Int64? = nil,
    bytesPerSecond: Double? = nil, secondsLeft: Double? = nil
  ) {
    self.title = title
    self.fraction = fraction
    self.bytes = bytes
    self.expectedBytes = expectedBytes
    self.bytesPerSecond = bytesPerSecond
    self.secondsLeft = secondsLeft
  }
}

/// One line on a terminal that tells how far the work is.
///
/// Whatever is reported, the line never goes above 100 %, never back, and never shows what is no number.
package struct ProgressLine: Sendable {
  private var highestFraction = 0.0
  private var highestBytes: Int64 = 0

  package init() {}

  /// The line, at most `width` columns: percent, bar, bytes of expected, time left, rate, title; less of them
  /// where there is little room.
  package mutating func text(for report: ProgressReport, width: Int) -> String {
    highestBytes = max(highestBytes, report.bytes)
    highestFraction = max(highestFraction, Self.fraction(of: report))
    let percent = "\(Int(highestFraction * 100)) %"
    var line = TextWidth.padded(percent, to: 5, right: true)
    let barWidth = width >= 100 ? 30 : width >= 70 ? 20 : width >= 50 ? 10 : 0
    if barWidth > 0 { line += " " + Self.bar(highestFraction, width: barWidth) }
    for part in figures(of: report) where line.unicodeScalars.count + 2 + part.unicodeScalars.count <= width {
      line += "  " + part
    }
    let room = width - TextWidth.of(line) - 2
    let title = VisibleText.of(report.title)
    if room >= 4, !title.isEmpty { line += "  " + TextWidth.cut(title, to: room) }
    return TextWidth.cut(line, to: width)
  }

  private func figures(of report: ProgressReport) -> [String] {
    var parts: [String] = []
    if let expected = report.expectedBytes, expected > 0 {
      parts.append("\(ByteText.bytes(highestBytes)) of \(ByteText.bytes(max(expected, highestBytes)))")
    } else {
      parts.append(ByteText.bytes(highestBytes))
    }
    if let left = report.secondsLeft, left.isFinite, left >= 0 {
      parts.append(ByteText.duration(left) + " left")
    }
    if let rate = report.bytesPerSecond, rate.isFinite, rate >= 0 { parts.append(ByteText.rate(rate)) }
    return parts
  }

  private static func fraction(of report: ProgressReport) -> Double {
    var fraction = 0.0
    if let told = report.fraction {
      fraction = told
    } else if let expected = report.expectedBytes, expected > 0 {
      fraction = Double(report.bytes) / Double(expected)
    }
    return min(1, ByteText.finite(fraction))
  }

  private static func bar(_ fraction: Double, width: Int) -> String {
    let done = min(width, Int(fraction * Double(width)))
    return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: width - done) + "]"
  }
}

/// Lets something happen at most once in an interval.
package struct Throttle: Sendable {
  private let interval: Duration
  private var last: Duration?

  package init(every interval: Duration) { self.interval = interval }

  /// Whether it may happen now; `now` is any clock that does not go back.
  package mutating func allows(at now: Duration) -> Bool {
    if let last, now - last < interval { return false }
    last = now
    return true
  }
}
