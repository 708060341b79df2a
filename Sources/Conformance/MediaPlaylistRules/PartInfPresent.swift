import Playlist

enum PartInfPresent: Rule {
  static let identifier = "rfc8216bis-4.4.3.7-part-inf"
  static let asks = "a playlist with EXT-X-PART has EXT-X-PART-INF"
  static let why = "clients reckon by PART-TARGET how often parts come"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let part = facts.playlist.parts.first, facts.firstLine(with: .partInf) == nil else { return [] }
    return [
      found(
        .error, facts.name, line: part.line + 1, "EXT-X-PART is in a playlist without EXT-X-PART-INF",
        hint: "add #EXT-X-PART-INF:PART-TARGET=<seconds>")
    ]
  }
}
