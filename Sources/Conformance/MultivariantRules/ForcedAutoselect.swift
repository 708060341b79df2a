import Playlist

enum ForcedAutoselect: Rule {
  static let identifier = "apple-authoring-5.11-forced-autoselect"
  static let asks = "forced subtitles have AUTOSELECT=YES"
  static let why = "players show forced subtitles only by themselves; nobody can choose them from a menu"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .subtitles && rendition.forced {
      guard !rendition.autoselect else { continue }
      faults.see(line: rendition.line, "forced subtitles have no AUTOSELECT=YES")
    }
    return faults.all
  }
}
