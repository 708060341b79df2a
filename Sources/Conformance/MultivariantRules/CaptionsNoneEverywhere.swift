import Playlist

enum CaptionsNoneEverywhere: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-closed-captions-none"
  static let asks = "CLOSED-CAPTIONS=NONE is on all variants or on none"
  static let why = "captions come and go as players change the variant"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    guard let first = facts.playlist.variants.first(where: { $0.closedCaptions == ClosedCaptions.none })
    else {
      return []
    }
    var faults = Repeated(self, .error, in: facts.name)
    for variant in facts.playlist.variants where variant.closedCaptions != ClosedCaptions.none {
      faults.see(
        line: variant.line, "CLOSED-CAPTIONS is not NONE, as it is in line \(first.line + 1)",
        hint: "write CLOSED-CAPTIONS=NONE on all variants or on none")
    }
    return faults.all
  }
}
