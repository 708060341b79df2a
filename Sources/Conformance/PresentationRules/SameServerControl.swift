import Playlist

enum SameServerControl: Rule {
  static let identifier = "rfc8216bis-4.4.3.8-server-control-agrees"
  static let asks = "all media playlists have the same EXT-X-SERVER-CONTROL, or none has one"
  static let why = "players use what the first one says for all; requests then fail, or hold back too little"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let media = facts.media.filter { !$0.playlist.imagesOnly }
    guard let reference = media.first(where: { $0.playlist.serverControl != nil }),
      let control = reference.playlist.serverControl
    else { return [] }
    return media.compactMap { media in
      guard let own = media.playlist.serverControl else {
        return found(
          .error, media.name, "has no EXT-X-SERVER-CONTROL where \(shown(reference.name)) has one",
          hint: "give all media playlists the same tag")
      }
      guard !own.isSame(as: control) else { return nil }
      return found(
        .error, media.name, line: own.line + 1,
        "EXT-X-SERVER-CONTROL is not that of \(shown(reference.name)): \(difference(own, control))",
        hint: "give all media playlists the same tag")
    }
  }

  private static func difference(_ own: ServerControl, _ other: ServerControl) -> String {
    if own.canSkipUntil != other.canSkipUntil {
      return "CAN-SKIP-UNTIL is \(text(own.canSkipUntil)), not \(text(other.canSkipUntil))"
    }
    if own.holdBack != other.holdBack {
      return "HOLD-BACK is \(text(own.holdBack)), not \(text(other.holdBack))"
    }
    if own.partHoldBack != other.partHoldBack {
      return "PART-HOLD-BACK is \(text(own.partHoldBack)), not \(text(other.partHoldBack))"
    }
    return own.canBlockReload != other.canBlockReload
      ? "only one has CAN-BLOCK-RELOAD" : "only one has CAN-SKIP-DATERANGES"
  }

  private static func text(_ seconds: Double?) -> String { seconds.map(Timeline.text) ?? "absent" }
}
