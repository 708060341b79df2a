import Playlist

enum PartHoldBack: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-part-hold-back"
  static let asks = "PART-HOLD-BACK is at least twice PART-TARGET, and should be three times"
  static let why = "a client that begins nearer to the end runs out of parts"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let control = facts.playlist.serverControl, let back = control.partHoldBack,
      let target = facts.playlist.partInf?.target
    else { return [] }
    // The specification's own example rounds: PART-TARGET=0.33334 and PART-HOLD-BACK=1.0.
    guard back < 3 * target - 0.01 else { return [] }
    let isTooShort = back < 2 * target - 0.01
    return [
      found(
        isTooShort ? .error : .warning, facts.name, line: control.line + 1,
        "PART-HOLD-BACK is \(Timeline.text(back)), less than \(isTooShort ? "twice" : "three times") "
          + "PART-TARGET, which is \(Timeline.text(target))",
        hint: "write at least \(Timeline.text(3 * target))")
    ]
  }
}
