import Playlist

enum SessionKeyMissing: Rule {
  static let identifier = "rfc8216bis-4.4.6.5-session-key-missing"
  static let asks = "keys that several media playlists use are told in advance by EXT-X-SESSION-KEY"
  static let why = "players can then fetch them before they know which media playlist they play"

  /// Of each playlist so many key sets are looked at.
  private static let limit = 1_000

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let multivariant = facts.multivariant, multivariant.playlist.sessionKeys.isEmpty else { return [] }
    var owners: [ResolvedName: Int] = [:]
    for (index, media) in facts.media.enumerated() {
      for key in media.playlist.keySets.prefix(limit).joined() {
        guard let uri = key.uri, key.method != .none else { continue }
        let name = ResolvedName(uri, at: media.uri)
        guard let owner = owners[name] else {
          owners[name] = index
          continue
        }
        guard owner != index else { continue }
        return [
          found(
            .info, multivariant.name,
            "has no EXT-X-SESSION-KEY though \(shown(facts.media[owner].name)) and \(shown(media.name)) use one key"
          )
        ]
      }
    }
    return []
  }
}
