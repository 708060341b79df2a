enum FileMissing: Rule {
  static let identifier = "hlspack-file-missing"
  static let asks = "every file that the bundle names is there"
  static let why = "a player that comes to a missing file stops or skips"

  static func check(_ facts: FileFacts) -> [Finding] {
    guard facts.standing == .nothing else { return [] }
    return [found(.error, facts.path, "is not there")]
  }
}
