import Playlist

enum BandwidthPositive: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-bandwidth-zero"
  static let asks = "BANDWIDTH is more than 0"
  static let why = "players choose by it; a stream of no bits seems to fit through any network"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags where stream.qualities.bandwidth == 0 {
      guard facts.written("BANDWIDTH", line: stream.line) != nil else { continue }
      faults.see(line: stream.line, "\(stream.tag.rawValue) has BANDWIDTH 0")
    }
    return faults.all
  }
}
