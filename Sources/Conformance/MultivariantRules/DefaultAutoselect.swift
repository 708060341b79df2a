import Playlist

enum DefaultAutoselect: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-default-autoselect"
  static let asks = "an EXT-X-MEDIA with DEFAULT=YES does not have AUTOSELECT=NO"
  static let why = "it says that players take it without being told, and that they must not"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.isDefault && !rendition.autoselect {
      guard facts.written("AUTOSELECT", line: rendition.line) != nil else { continue }
      faults.see(line: rendition.line, "DEFAULT is YES and AUTOSELECT is NO", hint: "write AUTOSELECT=YES")
    }
    return faults.all
  }
}
