import Playlist

enum ChannelsPresent: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-channels-present"
  static let asks = "each EXT-X-MEDIA of TYPE=AUDIO has CHANNELS"
  static let why = "players cannot tell stereo from surround sound before they fetch it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .audio && rendition.channels == nil {
      guard facts.written("CHANNELS", line: rendition.line) == nil else { continue }
      faults.see(line: rendition.line, "TYPE=AUDIO has no CHANNELS")
    }
    return faults.all
  }
}
