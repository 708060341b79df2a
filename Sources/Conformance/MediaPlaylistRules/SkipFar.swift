import Playlist

enum SkipFar: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-can-skip-until"
  static let asks = "CAN-SKIP-UNTIL is at least six target durations"
  static let why = "a client must still know what a delta update leaves out"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let least = 6 * Double(facts.playlist.targetDuration)
    guard let control = facts.playlist.serverControl, let until = control.canSkipUntil, until < least - 0.001
    else { return [] }
    return [
      found(
        .error, facts.name, line: control.line + 1,
        "CAN-SKIP-UNTIL is \(Timeline.text(until)), less than six times EXT-X-TARGETDURATION: "
          + Timeline.text(least))
    ]
  }
}
