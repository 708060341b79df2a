import Playlist

enum WholeDurations: Rule {
  static let identifier = "apple-authoring-8.1-whole-durations"
  static let asks = "from version 3 on EXTINF is as exact as the media, not rounded to whole seconds"
  static let why = "rounding errors add up, so that seeking and switching miss their places"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard (playlist.version ?? 1) >= 3, playlist.segments.count > 2, !playlist.imagesOnly else { return [] }
    // The last one is what is left, and says nothing.
    let segments = playlist.segments.dropLast()
    guard let first = segments.first, segments.contains(where: { $0.duration != first.duration }) else {
      return []
    }
    let bytes = playlist.text.bytes
    let isWhole = playlist.segments.allSatisfy { segment in
      segment.duration == segment.duration.rounded()
        && !bytes[segment.durationPlace].contains(UInt8(ascii: "."))
    }
    guard isWhole else { return [] }
    return [
      found(
        .warning, facts.name, line: facts.line(of: .extInf, at: 0),
        "all EXTINF are whole seconds, of different values: they seem rounded",
        hint: "write them with decimals, as the media have them")
    ]
  }
}
