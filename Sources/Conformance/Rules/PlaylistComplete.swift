import Playlist

enum PlaylistComplete: Rule {
  static let identifier = "hlspack-complete"
  static let asks = "each local media playlist has EXT-X-ENDLIST and EXT-X-PLAYLIST-TYPE:VOD"
  static let why = "without them a player takes the title for live: it asks again and again, and cannot seek"

  static func check(_ facts: StreamFacts) -> [Finding] {
    guard let playlist = facts.playlist else { return [] }
    var findings: [Finding] = []
    if !playlist.endList { findings.append(found(.error, facts.playlistPath, "has no EXT-X-ENDLIST")) }
    if playlist.playlistType != .vod {
      findings.append(found(.error, facts.playlistPath, "has no EXT-X-PLAYLIST-TYPE:VOD"))
    }
    return findings
  }
}
