import Playlist

enum CodecsOutOfBand: Rule {
  static let identifier = "hlspack-codecs-in-band"
  static let asks = "CODECS names avc1, hvc1 and dvh1, and not avc3, hev1 and dvhe"
  static let why = "with parameters in the stream itself, Apple's devices may show nothing"

  private static let preferred = ["avc3": "avc1", "hev1": "hvc1", "dvhe": "dvh1"]

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for stream in facts.streamTags {
      let entries = stream.qualities.codecs.map { codec in String(codec.prefix { $0 != "." }) }
      guard let entry = entries.first(where: { preferred[$0] != nil }), let better = preferred[entry] else {
        continue
      }
      faults.see(line: stream.line, "CODECS has \(entry)", hint: "write the media as \(better)")
    }
    return faults.all
  }
}
