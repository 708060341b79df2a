import Media
import Playlist

enum StereoPresent: Rule {
  static let identifier = "apple-authoring-2.3-stereo-aac"
  static let asks = "where there is sound, some of it is stereo AAC"
  static let why = "it is the one form of sound that every device plays"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    let variants = facts.playlist.variants
    guard let first = variants.first(where: { $0.qualities.namesAudio }),
      !hasUncertain(variants)
    else { return [] }
    // Of each group, whether some member is stereo; one that does not tell may well be.
    var groups: [String: Bool] = [:]
    for rendition in facts.playlist.renditions where rendition.kind == .audio {
      let isStereo = (rendition.channelCount ?? 2) <= 2
      groups[rendition.groupID] = isStereo || groups[rendition.groupID] ?? false
    }
    let isThere = variants.contains { variant in
      guard variant.qualities.audioFamilies.contains(where: { $0.name == "aac" }) else { return false }
      guard let group = variant.audio else { return true }
      return groups[group] ?? true
    }
    guard !isThere else { return [] }
    return [found(.warning, facts.name, line: first.line + 1, "there is sound, but no stereo AAC")]
  }

  /// Whether some variant may have sound that CODECS does not tell of. Thousands may have the same CODECS.
  private static func hasUncertain(_ variants: [Variant]) -> Bool {
    var seen: Set<[String]> = []
    return variants.contains { seen.insert($0.qualities.codecs).inserted && $0.qualities.isUncertain }
  }
}
