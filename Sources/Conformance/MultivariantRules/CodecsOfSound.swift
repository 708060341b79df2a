import Playlist

enum CodecsOfSound: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-codecs-of-audio"
  static let asks = "CODECS of a variant with an AUDIO group names a codec for sound"
  static let why = "players may set up no decoder for sound, or find out too late that they lack it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let sounds = Set(facts.playlist.renditions.filter { $0.kind == .audio }.map(\.groupID))
    var faults = Repeated(self, .warning, in: facts.name)
    for variant in facts.playlist.variants {
      guard let group = variant.audio, sounds.contains(group), !variant.qualities.isUncertain,
        !variant.qualities.namesAudio
      else { continue }
      faults.see(line: variant.line, "CODECS names no codec for the sound of AUDIO group \(shown(group))")
    }
    return faults.all
  }
}
