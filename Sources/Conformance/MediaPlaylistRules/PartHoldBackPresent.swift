import Playlist

enum PartHoldBackPresent: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-part-hold-back-missing"
  static let asks = "a playlist with EXT-X-PART-INF has PART-HOLD-BACK in EXT-X-SERVER-CONTROL"
  static let why = "a client does not know how near to the end it may play"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let inf = facts.playlist.partInf, !facts.playlist.endList else { return [] }
    let line = facts.firstLine(with: .serverControl)
    // An unreadable one is told by the parser.
    if let line, facts.playlist.text.attributes(line - 1)["PART-HOLD-BACK"] != nil { return [] }
    return [
      found(
        .error, facts.name, line: line ?? inf.line + 1,
        line == nil
          ? "has EXT-X-PART-INF but no EXT-X-SERVER-CONTROL with PART-HOLD-BACK"
          : "EXT-X-SERVER-CONTROL has no PART-HOLD-BACK, though the playlist has EXT-X-PART-INF")
    ]
  }
}
