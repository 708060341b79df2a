import Playlist

enum AttributeOfType: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-attribute-of-type"
  static let asks = "FORCED is only on subtitles; CHANNELS, BIT-DEPTH and SAMPLE-RATE are only on audio"
  static let why = "on another TYPE they have no meaning, and strict players refuse the tag"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions {
      let attributes = facts.playlist.text.attributes(rendition.line)
      var wrong: [String] = []
      if rendition.kind != .subtitles, attributes["FORCED"] != nil { wrong.append("FORCED") }
      if rendition.kind != .audio {
        wrong += ["CHANNELS", "BIT-DEPTH", "SAMPLE-RATE"].filter { attributes[$0] != nil }
      }
      guard !wrong.isEmpty else { continue }
      faults.see(
        line: rendition.line,
        "\(wrong.joined(separator: ", ")) does not belong to TYPE=\(rendition.kind.rawValue)")
    }
    return faults.all
  }
}
