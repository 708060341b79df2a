import Playlist

enum ChannelsForm: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-channels-form"
  static let asks = "CHANNELS is a count, then / and identifiers in capitals, then / and more of them"
  static let why = "players cannot read how many channels there are, or how they are coded"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for rendition in facts.playlist.renditions where rendition.kind == .audio {
      guard let channels = rendition.channels, let what = fault(in: channels) else { continue }
      faults.see(line: rendition.line, "CHANNELS \(shown(channels)) \(what)", hint: "such as 6 or 16/JOC")
    }
    return faults.all
  }

  private static func fault(in channels: String) -> String? {
    let parameters = channels.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let count = parameters.first, !count.isEmpty, count.allSatisfy(\.isDecimalDigit) else {
      return "does not begin with a count of channels"
    }
    if count.allSatisfy({ $0 == UInt8(ascii: "0") }) { return "has no channel" }
    // What may follow them is not defined yet, and is to be left alone.
    for parameter in parameters.dropFirst().prefix(2) {
      let names = parameter.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      if names.contains(where: { $0.isEmpty }) { return "has an empty identifier" }
      let isLegal = names.joined().allSatisfy {
        $0.isUpperLetter || $0.isDecimalDigit || $0 == UInt8(ascii: "-")
      }
      if !isLegal { return "has an identifier of other characters than capitals, digits and -" }
    }
    return nil
  }
}
