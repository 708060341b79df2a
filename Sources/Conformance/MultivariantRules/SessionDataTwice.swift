import Playlist

enum SessionDataTwice: Rule {
  static let identifier = "rfc8216bis-4.4.6.4-session-data-twice"
  static let asks = "no two EXT-X-SESSION-DATA have the same DATA-ID and LANGUAGE"
  static let why = "which of the two values counts is left to chance"

  private struct Name: Hashable {
    let id: String
    let language: String?
  }

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    var lines: [Name: Int] = [:]
    for data in facts.playlist.sessionData {
      let name = Name(id: data.dataID, language: data.language?.lowercased())
      if let first = lines[name] {
        faults.see(
          line: data.line, "DATA-ID \(shown(data.dataID)) and its LANGUAGE are in line \(first + 1) already")
      } else {
        lines[name] = data.line
      }
    }
    return faults.all
  }
}
