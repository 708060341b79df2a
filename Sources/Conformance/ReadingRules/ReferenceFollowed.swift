import Playlist

enum ReferenceFollowed: Rule {
  static let identifier = "rfc8216bis-4.1-reference-followed"
  static let asks = "the playlists that a multivariant playlist names have addresses that a client can follow"
  static let why = "a client stops at what is no URI, and at a scheme other than http and https"

  static func check(_ facts: ReadingFacts) -> [Finding] {
    guard case .misnamed(let line, let reason, let hint) = facts.outcome else { return [] }
    return [found(.error, facts.name, line: line + 1, reason, hint: hint)]
  }
}
