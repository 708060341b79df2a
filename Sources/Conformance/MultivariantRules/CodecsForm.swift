import Playlist

enum CodecsForm: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-codecs-form"
  static let asks = "CODECS is a list of formats with commas between them and no member empty"
  static let why = "strict players find a format without a name, which they cannot play"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .info, in: facts.name)
    for stream in facts.streamTags {
      guard let codecs = facts.written("CODECS", line: stream.line), !codecs.isEmpty else { continue }
      let members = codecs.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard members.contains(where: { member in member.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else {
        continue
      }
      faults.see(line: stream.line, "CODECS \(shown(codecs)) has an empty member")
    }
    return faults.all
  }
}
