import Playlist

enum DescriptionAutoselect: Rule {
  static let identifier = "apple-authoring-2.13-description-autoselect"
  static let asks = "audio that describes the video has AUTOSELECT=YES"
  static let why = "players do not turn it on for those whose settings ask for it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .audio && !rendition.autoselect {
      guard rendition.isMarked(Rendition.picture) else { continue }
      faults.see(line: rendition.line, "audio that describes the video has no AUTOSELECT=YES")
    }
    return faults.all
  }
}
