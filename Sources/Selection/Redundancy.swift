import Playlist

/// Variants that differ only in where they come from (RFC 8216, 6.2.4).
enum Redundancy {
  /// All attributes but the address, the pathway and the groups.
  private struct Kind: Hashable {
    let numbers: [Int64?]
    let measures: [Double?]
    let texts: [String?]
    let codecs: [String]
    let resolution: Resolution?

    init(_ variant: Variant) {
      numbers = [variant.bandwidth, variant.averageBandwidth]
      measures = [variant.score, variant.frameRate]
      texts = [
        variant.supplementalCodecs, variant.hdcpLevel, variant.allowedCPC, variant.videoRange,
        variant.videoLayout,
        variant.stableID, variant.name,
      ]
      codecs = variant.codecs
      resolution = variant.resolution
    }
  }

  private struct Whole: Hashable {
    let kind: Kind
    let groups: [String?]
    let closedCaptions: ClosedCaptions?
  }

  private struct Known {
    let pathway: String
    var places: [Int] = []
    /// How many of this kind each other pathway has had.
    var counts: [String: Int] = [:]
  }

  /// On one pathway equal groups make variants the same; the groups of another pathway have their own names,
  /// and there the first of a kind is the first of that kind here.
  static func sort(_ variants: [Variant]) -> (distinct: [Int], alternatives: [Int: [Int]]) {
    var known: [Kind: Known] = [:]
    var equal: [Whole: Int] = [:]
    var distinct: [Int] = []
    var alternatives: [Int: [Int]] = [:]
    for (index, variant) in variants.enumerated() {
      let kind = Kind(variant)
      let pathway = variant.pathwayID ?? "."
      let whole = Whole(
        kind: kind, groups: [variant.audio, variant.video, variant.subtitles],
        closedCaptions: variant.closedCaptions)
      if let first = equal[whole] {
        alternatives[first, default: []].append(index)
        known[kind]?.counts[pathway, default: 0] += 1
        continue
      }
      var entry = known[kind] ?? Known(pathway: pathway)
      let count = entry.counts[pathway, default: 0]
      entry.counts[pathway] = count + 1
      if pathway != entry.pathway, count < entry.places.count {
        alternatives[entry.places[count], default: []].append(index)
      } else {
        entry.places.append(index)
        equal[whole] = index
        distinct.append(index)
      }
      known[kind] = entry
    }
    return (distinct, alternatives)
  }
}
