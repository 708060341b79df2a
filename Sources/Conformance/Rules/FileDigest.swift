enum FileDigest: Rule {
  static let identifier = "hlspack-file-digest"
  static let asks = "every file has the SHA-256 that the bundle names"
  static let why = "changed bytes play as noise or not at all, and only a digest tells that they changed"

  static func check(_ facts: FileFacts) -> [Finding] {
    guard facts.content == .different, FileFacts.isSound(facts.standing, bytes: facts.bytes) else {
      return []
    }
    return [found(.error, facts.path, "has other bytes than were packed: its SHA-256 is another")]
  }
}
