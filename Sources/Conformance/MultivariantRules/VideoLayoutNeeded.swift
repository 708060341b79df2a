import Playlist

enum VideoLayoutNeeded: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-video-layout-needed"
  static let asks = "REQ-VIDEO-LAYOUT says more than CH-MONO and PROJ-RECT"
  static let why =
    "those are meant without it, and older players leave out a variant that requires what they do not know"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    // For I-frames of stereo video Apple itself writes them, to say that those are not.
    for variant in facts.playlist.variants {
      guard let layout = variant.videoLayout else { continue }
      let specifiers = layout.split { $0 == "," || $0 == "/" || $0 == " " }
      guard !specifiers.isEmpty, specifiers.allSatisfy({ $0 == "CH-MONO" || $0 == "PROJ-RECT" }) else {
        continue
      }
      faults.see(
        line: variant.line, "REQ-VIDEO-LAYOUT \(shown(layout)) says what is meant without it",
        hint: "leave it out")
    }
    return faults.all
  }
}
