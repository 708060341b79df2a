import Playlist

enum HoldBack: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-hold-back"
  static let asks = "HOLD-BACK is at least three target durations"
  static let why = "a client that begins nearer to the end runs out of segments"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let least = 3 * Double(facts.playlist.targetDuration)
    guard let control = facts.playlist.serverControl, let back = control.holdBack, back < least - 0.001
    else { return [] }
    return [
      found(
        .error, facts.name, line: control.line + 1,
        "HOLD-BACK is \(Timeline.text(back)), less than three times EXT-X-TARGETDURATION: "
          + Timeline.text(least))
    ]
  }
}
