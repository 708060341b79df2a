import Playlist

enum HearingCharacteristics: Rule {
  static let identifier = "apple-authoring-4.5-sdh-characteristics"
  static let asks =
    "subtitles for the deaf have both transcribes-spoken-dialog and describes-music-and-sound"
  static let why =
    "with one of the two, players do not offer them as subtitles for the deaf and hard of hearing"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .subtitles {
      let speech = rendition.isMarked(Rendition.speech)
      guard speech != rendition.isMarked(Rendition.sound) else { continue }
      let (own, other) =
        speech ? (Rendition.speech, Rendition.sound) : (Rendition.sound, Rendition.speech)
      faults.see(
        line: rendition.line, "CHARACTERISTICS has \(own) without its partner", hint: "add \(other)")
    }
    return faults.all
  }
}

extension Rendition {
  static let speech = "public.accessibility.transcribes-spoken-dialog"
  static let sound = "public.accessibility.describes-music-and-sound"
  static let picture = "public.accessibility.describes-video"
}
