import Playlist

enum AverageBandwidthBelow: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-average-above-peak"
  static let asks = "AVERAGE-BANDWIDTH is at most BANDWIDTH"
  static let why =
    "no average is above its peak, so one of them misleads players about what the network must carry"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags {
      let peak = stream.qualities.bandwidth
      guard let average = stream.qualities.averageBandwidth, peak > 0, average > peak else { continue }
      faults.see(
        line: stream.line, "\(stream.tag.rawValue) has AVERAGE-BANDWIDTH \(average) above BANDWIDTH \(peak)")
    }
    return faults.all
  }
}
