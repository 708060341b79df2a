import Media
import Playlist

enum CodecsKnown: Rule {
  static let identifier = "hlspack-codecs-unknown"
  static let asks = "CODECS names formats that are known"
  static let why = "a name misspelt has players leave out the variant"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .info, in: facts.name)
    var seen: Set<String> = []
    for stream in facts.streamTags {
      for codec in stream.qualities.codecs where seen.insert(codec).inserted {
        guard CodecFamily(codec).kind == .other else { continue }
        faults.see(line: stream.line, "CODECS has \(shown(codec)), which is not known here")
      }
    }
    return faults.all
  }
}
