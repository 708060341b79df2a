import Playlist

enum LanguagePresent: Rule {
  static let identifier = "apple-authoring-8.10-language"
  static let asks = "each EXT-X-MEDIA has LANGUAGE, but for TYPE=VIDEO"
  static let why = "players cannot choose it by the person's language, nor name it in that language"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind != .video && rendition.language == nil {
      guard facts.written("LANGUAGE", line: rendition.line) == nil else { continue }
      faults.see(line: rendition.line, "TYPE=\(rendition.kind.rawValue) has no LANGUAGE")
    }
    return faults.all
  }
}
