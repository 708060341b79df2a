import Playlist

enum VariantTwice: Rule {
  static let identifier = "hlspack-variant-twice"
  static let asks = "no two variants are alike in all attributes and the URI"
  static let why = "the second one adds nothing, and often a wrong URI or attribute is the reason"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    var lines: [String: Int] = [:]
    for variant in facts.playlist.variants {
      let text = facts.playlist.text.value(variant.line) + "\n" + variant.uri
      if let first = lines[text] {
        faults.see(line: variant.line, "is the same variant as that of line \(first + 1)")
      } else {
        lines[text] = variant.line
      }
    }
    return faults.all
  }
}
