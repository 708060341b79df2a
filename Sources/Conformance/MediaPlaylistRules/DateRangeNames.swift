import Playlist

enum DateRangeNames: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-attribute-name"
  static let asks =
    "an attribute of one's own is X- and a reverse domain name in capitals, as X-COM-EXAMPLE-ID"
  static let why = "two makers may else use the same name for different things"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var names = UnknownNames()
    for range in facts.playlist.dateRanges {
      for other in range.others where isShort(other.name) { names.see(other.name, line: range.line) }
    }
    return names.findings(of: Self.self, .info, in: facts.name) {
      "\(shown($0.name)) is not formed from a reverse domain name"
    }
  }

  /// Whether nothing in the name can be a domain. Those of the specification are no one's own.
  private static func isShort(_ name: String) -> Bool {
    name.hasPrefix("X-") && !name.utf8.dropFirst(2).contains(UInt8(ascii: "-")) && !known.contains(name)
  }

  private static let known: Set<String> = ["X-SNAP", "X-RESTRICT", "X-URI"]
}
