import Playlist

enum ProgramID: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-program-id"
  static let asks = "no stream has PROGRAM-ID, which version 6 removed"
  static let why = "it means nothing any more, and Apple's validator refuses it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let lines = facts.streamTags.filter { facts.written("PROGRAM-ID", line: $0.line) != nil }.map(\.line)
    guard let first = lines.min() else { return [] }
    return [
      found(
        .warning, facts.name, line: first + 1, "has PROGRAM-ID" + andMore(lines.count - 1),
        hint: "leave it out")
    ]
  }
}
