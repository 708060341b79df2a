import Playlist

enum VideoLayoutOnce: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-video-layout-once"
  static let asks = "each entry of REQ-VIDEO-LAYOUT has one CH- and one PROJ- specifier at most"
  static let why = "a picture has one layout of channels and one projection; players leave out the variant"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags {
      guard let layout = stream.qualities.videoLayout else { continue }
      for entry in layout.split(separator: ",", omittingEmptySubsequences: false) {
        let specifiers = entry.split(separator: "/", omittingEmptySubsequences: false)
        if specifiers.contains(where: \.isEmpty) {
          faults.see(line: stream.line, "REQ-VIDEO-LAYOUT \(shown(layout)) has an empty entry or specifier")
        } else if let kind = ["CH-", "PROJ-"].first(where: { kind in
          specifiers.count { $0.hasPrefix(kind) } > 1
        }) {
          faults.see(
            line: stream.line, "REQ-VIDEO-LAYOUT has two \(kind) specifiers in \(shown(String(entry)))")
        } else {
          continue
        }
        break
      }
    }
    return faults.all
  }
}
