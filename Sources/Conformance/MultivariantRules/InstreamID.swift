import Playlist

enum InstreamID: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-instream-id"
  static let asks =
    "INSTREAM-ID of closed captions is CC1 to CC4 or SERVICE1 to SERVICE63, and else letters, digits and dots only"
  static let why = "players look for the captions under that name in the video, and find none"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions {
      guard let id = rendition.instreamID else { continue }
      if rendition.kind == .closedCaptions {
        guard !isChannel(id) else { continue }
        faults.see(
          line: rendition.line, "INSTREAM-ID \(shown(id)) is no channel of closed captions",
          hint: "CC1 to CC4, or SERVICE1 to SERVICE63")
      } else if !id.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: ".") }) {
        faults.see(
          line: rendition.line, "INSTREAM-ID \(shown(id)) has other characters than letters, digits and .")
      }
    }
    return faults.all
  }

  private static func isChannel(_ id: String) -> Bool {
    let (prefix, range) = id.hasPrefix("SERVICE") ? ("SERVICE", 1...63) : ("CC", 1...4)
    guard id.hasPrefix(prefix), let number = Int(id.dropFirst(prefix.utf8.count)) else { return false }
    return range.contains(number) && id == "\(prefix)\(number)"
  }
}
