enum FileSize: Rule {
  static let identifier = "hlspack-file-size"
  static let asks = "every file has the length that the bundle names"
  static let why = "a file that is too short or too long is not the one that was packed"

  static func check(_ facts: FileFacts) -> [Finding] {
    guard case .file(let bytes) = facts.standing, let named = facts.bytes, named != bytes else { return [] }
    return [found(.error, facts.path, "has \(bytes) bytes instead of \(named)")]
  }
}
