enum FileReadable: Rule {
  static let identifier = "hlspack-file-readable"
  static let asks = "every file that the bundle names can be read"
  static let why = "what cannot be read cannot be played, and nobody knows whether it is whole"

  static func check(_ facts: FileFacts) -> [Finding] {
    guard case .unreadable(let reason) = facts.content else { return [] }
    return [found(.error, facts.path, "cannot be read: \(reason)")]
  }
}
