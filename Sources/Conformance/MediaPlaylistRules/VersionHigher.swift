import Playlist

enum VersionHigher: Rule {
  static let identifier = "rfc8216bis-8-version-higher"
  static let asks = "EXT-X-VERSION of a media playlist is no higher than what it uses needs"
  static let why = "older players refuse a playlist that they could play"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let needed = facts.playlist.requiredVersion
    guard let version = facts.playlist.version, version > needed else { return [] }
    return [
      found(
        .info, facts.name, line: facts.firstLine(with: .version),
        "EXT-X-VERSION is \(version) though \(needed) would do")
    ]
  }
}
