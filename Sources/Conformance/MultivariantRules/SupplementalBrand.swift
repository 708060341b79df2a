import Playlist

enum SupplementalBrand: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-supplemental-brand"
  static let asks = "the brand db4h in SUPPLEMENTAL-CODECS goes with VIDEO-RANGE=HLG, db1p with PQ"
  static let why =
    "the picture beneath has that range, and players without Dolby Vision choose by VIDEO-RANGE"

  private static let ranges = ["db4h": "HLG", "db1p": "PQ"]

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags {
      let range = stream.qualities.videoRange
      let brands = stream.qualities.supplements.flatMap(\.brands)
      guard let brand = brands.first(where: { ranges[$0].map { $0 != range } ?? false }),
        let wanted = ranges[brand]
      else { continue }
      let own = range.map { "VIDEO-RANGE is \(shown($0))" } ?? "VIDEO-RANGE is absent, which means SDR"
      faults.see(
        line: stream.line, "SUPPLEMENTAL-CODECS has \(brand) but \(own)", hint: "VIDEO-RANGE=\(wanted)")
    }
    return faults.all
  }
}
