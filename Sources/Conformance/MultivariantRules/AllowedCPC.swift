import Playlist

enum AllowedCPC: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-allowed-cpc"
  static let asks = "ALLOWED-CPC has entries of a key format, a colon, and labels with / between them"
  static let why = "players cannot tell whether they are allowed to play the variant"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags {
      guard let text = stream.qualities.allowedCPC else { continue }
      let entries = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard let wrong = entries.first(where: { !isEntry($0) }) else { continue }
      let entry = String(decoding: wrong, as: UTF8.self)
      faults.see(
        line: stream.line, "ALLOWED-CPC has \(shown(entry)), which is no key format with labels",
        hint: "such as com.example.drm:SMART-TV/PC")
    }
    return faults.all
  }

  private static func isEntry(_ entry: Substring.UTF8View) -> Bool {
    // The name of a key format may have colons.
    guard let colon = entry.lastIndex(of: UInt8(ascii: ":")), colon > entry.startIndex else { return false }
    let labels = entry[entry.index(after: colon)...].split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Labels in lower case, which the text does not have, are Apple's own.
    return labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }
  }
}
