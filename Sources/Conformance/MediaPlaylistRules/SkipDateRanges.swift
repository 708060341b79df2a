import Playlist

enum SkipDateRanges: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-can-skip-dateranges"
  static let asks = "CAN-SKIP-DATERANGES comes with CAN-SKIP-UNTIL"
  static let why = "date ranges are left out of delta updates only, and there are none without it"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let control = facts.playlist.serverControl, control.canSkipDateRanges,
      // An unreadable one is told by the parser.
      facts.playlist.text.attributes(control.line)["CAN-SKIP-UNTIL"] == nil
    else { return [] }
    return [
      found(
        .error, facts.name, line: control.line + 1, "has CAN-SKIP-DATERANGES but no CAN-SKIP-UNTIL")
    ]
  }
}
