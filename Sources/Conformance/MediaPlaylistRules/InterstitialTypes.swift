import Playlist

enum InterstitialTypes: Rule {
  static let identifier = "rfc8216bis-d-attribute-type"
  static let asks = "attributes of an interstitial have values of their types"
  static let why = "a client ignores what it cannot read, and resumes or plays elsewhere"

  private enum Form {
    case signedDecimal
    case decimal
    case integer
    case quoted
  }

  private static let forms: [String: Form] = [
    "X-ASSET-URI": .quoted, "X-ASSET-LIST": .quoted, "X-SNAP": .quoted, "X-RESTRICT": .quoted,
    "X-CONTENT-MAY-VARY": .quoted, "X-TIMELINE-OCCUPIES": .quoted, "X-TIMELINE-STYLE": .quoted,
    "X-SKIP-CONTROL-LABEL-ID": .quoted, "X-RESUME-OFFSET": .signedDecimal, "X-PLAYOUT-LIMIT": .decimal,
    "X-SKIP-CONTROL-OFFSET": .integer, "X-SKIP-CONTROL-DURATION": .integer,
  ]

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    for range in facts.interstitials {
      for other in range.others {
        guard let form = forms[other.name], !has(other.value, form) else { continue }
        repeated.see(line: range.line, "\(other.name) of the interstitial is not \(text(form))")
      }
    }
    return repeated.all
  }

  private static func has(_ value: AttributeValue, _ form: Form) -> Bool {
    let isNumber = value.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    switch form {
    // Any other value without quotes is told by the parser.
    case .quoted: return value.isQuoted || Double(value.text) == nil
    case .integer: return !value.isQuoted && isNumber
    case .decimal: return !value.isQuoted && Double(value.text).map { $0 >= 0 && !$0.isInfinite } ?? false
    case .signedDecimal: return !value.isQuoted && Double(value.text).map { $0.isFinite } ?? false
    }
  }

  private static func text(_ form: Form) -> String {
    switch form {
    case .signedDecimal: "a decimal number without quotes"
    case .decimal: "a decimal number of at least 0 without quotes"
    case .integer: "a decimal integer without quotes"
    case .quoted: "in quotes"
    }
  }
}
