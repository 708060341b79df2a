import Playlist

enum BandwidthRange: Rule {
  static let identifier = "hlspack-bandwidth-32-bit"
  static let asks = "BANDWIDTH is at most 2147483647"
  static let why = "players that keep it in 32 bits fail or take it for another figure"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for stream in facts.streamTags where stream.qualities.bandwidth > Int64(Int32.max) {
      faults.see(line: stream.line, "\(stream.tag.rawValue) has BANDWIDTH \(stream.qualities.bandwidth)")
    }
    return faults.all
  }
}
