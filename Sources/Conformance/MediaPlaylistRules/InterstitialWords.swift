import Playlist

enum InterstitialWords: Rule {
  static let identifier = "rfc8216bis-d-attribute-word"
  static let asks = "enumerated attributes of an interstitial have values that the specification knows"
  static let why = "a client takes another value as if the attribute were missing"

  private static let words: [String: Set<String>] = [
    "X-SNAP": ["OUT", "IN"], "X-RESTRICT": ["SKIP", "JUMP"], "X-CONTENT-MAY-VARY": ["YES", "NO"],
    "X-TIMELINE-OCCUPIES": ["POINT", "RANGE"], "X-TIMELINE-STYLE": ["HIGHLIGHT", "PRIMARY"],
  ]

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .info, in: facts.name)
    for range in facts.interstitials {
      for other in range.others {
        guard let word = unknownWord(other) else { continue }
        repeated.see(
          line: range.line, "\(other.name) of the interstitial has the unknown value \(shown(word))")
      }
    }
    return repeated.all
  }

  private static func unknownWord(_ other: DateRange.Other) -> String? {
    if other.name == "X-SKIP-CONTROL-LABEL-ID" {
      let isLabel = other.value.text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-_".utf8.contains(byte)
      }
      return isLabel ? nil : other.value.text
    }
    guard let known = words[other.name] else { return nil }
    let isList = other.name == "X-SNAP" || other.name == "X-RESTRICT"
    let values = isList ? other.value.text.split(separator: ",").map(String.init) : [other.value.text]
    return values.first { !known.contains($0) }
  }
}
