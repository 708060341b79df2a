import Playlist

enum StartAgrees: Rule {
  static let identifier = "rfc8216bis-4.4.2.2-start-agrees"
  static let asks = "EXT-X-START of a media playlist says what that of the multivariant playlist says"
  static let why = "where they differ, players ignore the media playlist's and begin at another place"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let start = facts.multivariant?.playlist.start else { return [] }
    return facts.media.compactMap { media in
      guard let own = media.playlist.start,
        own.timeOffset != start.timeOffset || own.precise != start.precise
      else { return nil }
      return found(
        .warning, media.name, line: own.line + 1,
        "EXT-X-START is at \(text(own)) where the multivariant playlist has \(text(start))",
        hint: "keep one of the two")
    }
  }

  private static func text(_ start: Start) -> String {
    Timeline.text(start.timeOffset) + (start.precise ? ", precise" : "")
  }
}
