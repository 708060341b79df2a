import Media
import Playlist

enum SupplementalBase: Rule {
  static let identifier = "rfc8216bis-4.4.6.2-supplemental-base"
  static let asks = "each codec in SUPPLEMENTAL-CODECS enhances one that CODECS names"
  static let why = "players without the enhancement have nothing to fall back to"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for stream in facts.streamTags
    where stream.qualities.supplementalCodecs != nil && !stream.qualities.isUncertain {
      let bases = Set(stream.qualities.codecs.map { CodecFamily($0).name })
      let lonely = stream.qualities.supplements.first {
        let family = CodecFamily($0.codec)
        return family.kind != .other && !bases.contains(family.name)
      }
      guard let lonely else { continue }
      faults.see(
        line: stream.line,
        "SUPPLEMENTAL-CODECS has \(shown(lonely.codec)), but CODECS has no codec beneath it")
    }
    return faults.all
  }
}

extension StreamQualities {
  /// The entries of SUPPLEMENTAL-CODECS: a codec, and its compatibility brands.
  var supplements: [(codec: String, brands: [String])] {
    (supplementalCodecs ?? "").split(separator: ",").compactMap { entry in
      let parts = entry.split(separator: "/").map { part in String(part.filter { $0 != " " }) }
      guard let codec = parts.first, !codec.isEmpty else { return nil }
      return (codec, Array(parts.dropFirst()))
    }
  }
}
