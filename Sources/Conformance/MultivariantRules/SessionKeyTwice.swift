import Playlist

enum SessionKeyTwice: Rule {
  static let identifier = "rfc8216bis-4.4.6.5-session-key-twice"
  static let asks = "no two EXT-X-SESSION-KEY are alike"
  static let why = "strict players refuse the playlist, and the second one tells nothing"

  private struct Values: Hashable {
    let method: Key.Method
    let uri: String?
    let iv: [UInt8]?
    let format: String
    let versions: String
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    var lines: [Values: Int] = [:]
    for key in facts.playlist.sessionKeys {
      let values = Values(
        method: key.method, uri: key.uri, iv: key.iv, format: key.keyFormat,
        versions: key.keyFormatVersions ?? "1")
      if let first = lines[values] {
        faults.see(line: key.line, "EXT-X-SESSION-KEY says the same as line \(first + 1)")
      } else {
        lines[values] = key.line
      }
    }
    return faults.all
  }
}
