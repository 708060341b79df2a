import Playlist

enum CodecsHexadecimal: Rule {
  static let identifier = "hlspack-codecs-avc-decimal"
  static let asks = "H.264 in CODECS has six hexadecimal digits after avc1"
  static let why = "the old form with decimal numbers, as avc1.66.30, is not in RFC 6381; browsers refuse it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for stream in facts.streamTags {
      guard let codec = stream.qualities.codecs.first(where: isDecimal) else { continue }
      faults.see(
        line: stream.line, "CODECS has \(shown(codec)), an old form", hint: "such as avc1.42e01e")
    }
    return faults.all
  }

  private static func isDecimal(_ codec: String) -> Bool {
    let parts = codec.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("avc1".utf8) || parts[0].elementsEqual("avc3".utf8) else {
      return false
    }
    return parts.dropFirst().allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isDecimalDigit) }
  }
}
