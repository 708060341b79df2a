import Playlist

enum HearingAutoselect: Rule {
  static let identifier = "apple-authoring-4.6-sdh-autoselect"
  static let asks = "subtitles for the deaf have AUTOSELECT=YES"
  static let why = "players do not turn them on for those whose settings ask for them"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .subtitles && !rendition.autoselect {
      guard rendition.isMarked(Rendition.speech), rendition.isMarked(Rendition.sound) else { continue }
      faults.see(line: rendition.line, "subtitles for the deaf have no AUTOSELECT=YES")
    }
    return faults.all
  }
}
