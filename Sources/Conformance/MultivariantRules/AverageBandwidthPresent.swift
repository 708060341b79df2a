import Playlist

enum AverageBandwidthPresent: Rule {
  static let identifier = "apple-authoring-9.14-average-bandwidth"
  static let asks = "each EXT-X-STREAM-INF has AVERAGE-BANDWIDTH"
  static let why = "players that know only the peak choose a lower quality than the network allows"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for variant in facts.playlist.variants where variant.averageBandwidth == nil {
      guard facts.written("AVERAGE-BANDWIDTH", line: variant.line) == nil else { continue }
      faults.see(line: variant.line, "EXT-X-STREAM-INF has no AVERAGE-BANDWIDTH")
    }
    return faults.all
  }
}
