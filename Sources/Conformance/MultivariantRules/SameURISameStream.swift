import Playlist

enum SameURISameStream: Rule {
  static let identifier = "hlspack-variant-uri-attributes"
  static let asks =
    "variants of one URI have one RESOLUTION, VIDEO-RANGE and FRAME-RATE, and with the same groups one BANDWIDTH"
  static let why = "one media playlist cannot be both; players choose by what it is not"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    var firsts: [String: Variant] = [:]
    for variant in facts.playlist.variants {
      guard let first = firsts[variant.uri] else {
        firsts[variant.uri] = variant
        continue
      }
      guard let what = difference(variant, first) else { continue }
      faults.see(line: variant.line, "\(what) is not that of line \(first.line + 1), which has the same URI")
    }
    return faults.all
  }

  /// Attributes that one of the two does not have say nothing.
  private static func difference(_ left: Variant, _ right: Variant) -> String? {
    if let one = left.resolution, let other = right.resolution, one != other { return "RESOLUTION \(one)" }
    if let one = left.videoRange, let other = right.videoRange, one != other {
      return "VIDEO-RANGE \(shown(one))"
    }
    if let one = left.frameRate, let other = right.frameRate, one != other { return "FRAME-RATE \(one)" }
    guard left.groups == right.groups, left.bandwidth != right.bandwidth else { return nil }
    return "BANDWIDTH \(left.bandwidth)"
  }
}
