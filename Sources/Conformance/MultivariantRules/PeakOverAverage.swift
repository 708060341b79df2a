import Playlist

enum PeakOverAverage: Rule {
  static let identifier = "apple-authoring-1.30-peak-rate"
  static let asks = "BANDWIDTH is at most twice AVERAGE-BANDWIDTH"
  static let why = "players must be ready for the peak all the time, and choose a lower quality for it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for variant in facts.videoVariants {
      guard let average = variant.averageBandwidth, average > 0, variant.bandwidth > average,
        variant.bandwidth - average > average
      else { continue }
      faults.see(
        line: variant.line,
        "BANDWIDTH \(variant.bandwidth) is more than twice AVERAGE-BANDWIDTH \(average)")
    }
    return faults.all
  }
}
