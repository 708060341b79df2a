import Playlist

enum VersionNeeded: Rule {
  static let identifier = "rfc8216bis-8-version-higher-multivariant"
  static let asks = "EXT-X-VERSION of a multivariant playlist is no higher than what it uses needs"
  static let why = "older players refuse a playlist that they could play"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let version = facts.playlist.version, version > facts.playlist.requiredVersion else { return [] }
    let line = facts.playlist.text.lines.indices.first { facts.playlist.text.tag($0) == .version }
    return [
      found(
        .info, facts.name, line: line.map { $0 + 1 },
        "EXT-X-VERSION is \(version) though \(facts.playlist.requiredVersion) would do")
    ]
  }
}
