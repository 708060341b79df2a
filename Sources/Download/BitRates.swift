/// Bit rates measured from stored segments, as the specification derives them (RFC 8216bis, 4.1).
package struct BitRates: Sendable, Hashable {
  /// The highest rate of a contiguous run that lasts about a target duration, bits per second.
  package let peak: Int64
  /// All bytes over the whole duration, bits per second.
  package let average: Int64

  /// - Parameter segments: bytes and seconds of each, in order; initialization sections not counted.
  package init(of segments: [(bytes: Int64, seconds: Double)], targetDuration: Int) {
    // A run of real segments has a few; a source that claims hours of target duration is not followed further.
    let longestRun = 4_096
    let bytes = segments.reduce(0) { $0 + $1.bytes }
    let seconds = segments.reduce(0) { $0 + $1.seconds }
    average = Self.rate(bytes, over: seconds)
    var highest: Int64 = 0
    let shortest = 0.5 * Double(targetDuration)
    let longest = 1.5 * Double(targetDuration) + 0.5
    for start in segments.indices {
      var runBytes: Int64 = 0
      var runSeconds = 0.0
      for segment in segments[start...].prefix(longestRun) {
        runBytes += segment.bytes
        runSeconds += segment.seconds
        if runSeconds > longest { break }
        if runSeconds >= shortest { highest = max(highest, Self.rate(runBytes, over: runSeconds)) }
        // Segments of no length would make every run endless.
        if segment.seconds <= 0 { break }
      }
    }
    peak = max(highest, average)
  }

  private static func rate(_ bytes: Int64, over seconds: Double) -> Int64 {
    guard seconds > 0 else { return 0 }
    let rate = (Double(bytes) * 8 / seconds).rounded(.up)
    return rate < 9e18 ? Int64(rate) : .max
  }
}
