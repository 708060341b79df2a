import Playlist

enum FrameRateDigits: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-frame-rate-digits"
  static let asks = "FRAME-RATE has at most three digits after the point"
  static let why = "that is what the specification rounds to; what compares rates as text finds them unequal"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .info, in: facts.name)
    for variant in facts.playlist.variants where variant.frameRate != nil {
      guard let text = facts.written("FRAME-RATE", line: variant.line),
        let point = text.utf8.firstIndex(of: UInt8(ascii: "."))
      else { continue }
      let digits = text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
      guard digits > 3 else { continue }
      faults.see(line: variant.line, "FRAME-RATE \(shown(text)) has \(digits) digits after the point")
    }
    return faults.all
  }
}
