import Playlist

/// A multivariant playlist, prepared for choosing.
struct Title {
  let playlist: MultivariantPlaylist
  let traits: [VariantTraits]
  /// Places of the variants that are not the same as an earlier one.
  let distinct: [Int]
  /// Places of the same variant from other sources, by the place of the first.
  let alternatives: [Int: [Int]]
  /// The language of each rendition.
  let languages: [LanguageTag]
  private let sounds: [String: SoundGroup]
  private let members: [Group: [Int]]
  private let lines: [String: [Int]]

  /// A group of renditions: the same id may stand for one group of each kind.
  private struct Group: Hashable {
    let kind: MediaKind
    let id: String
  }

  /// What the variants that name an AUDIO group tell of it.
  struct SoundGroup {
    var isLossless = false
    var isDolbyAlone = true
    /// The highest of the variants.
    var bandwidth: Int64 = 0
  }

  init(_ playlist: MultivariantPlaylist) {
    self.playlist = playlist
    languages = playlist.renditions.map { LanguageTag($0.language) }
    var members: [Group: [Int]] = [:]
    for (index, rendition) in playlist.renditions.enumerated() {
      members[Group(kind: rendition.kind, id: rendition.groupID), default: []].append(index)
    }
    self.members = members
    traits = playlist.variants.map { variant in
      let sounds = variant.audio.flatMap { members[Group(kind: .audio, id: $0)] } ?? []
      return VariantTraits(variant, channels: sounds.compactMap { playlist.renditions[$0].channelCount })
    }
    sounds = Self.soundGroups(traits)
    (distinct, alternatives) = Redundancy.sort(playlist.variants)
    var lines: [String: [Int]] = [:]
    for index in distinct { lines[playlist.variants[index].uri, default: []].append(index) }
    self.lines = lines
  }

  private static func soundGroups(_ traits: [VariantTraits]) -> [String: SoundGroup] {
    traits.reduce(into: [:]) { groups, traits in
      guard let id = traits.variant.audio else { return }
      var group = groups[id] ?? SoundGroup()
      group.isLossless = group.isLossless || traits.has(codec: "flac") || traits.has(codec: "alac")
      let isDolby = (traits.has(codec: "ac3") || traits.has(codec: "eac3")) && !traits.has(codec: "aac")
      group.isDolbyAlone = group.isDolbyAlone && isDolby
      group.bandwidth = max(group.bandwidth, traits.variant.bandwidth)
      groups[id] = group
    }
  }

  /// What is told of the AUDIO group of a rendition; nil where no variant names it.
  func soundGroup(of rendition: Rendition) -> SoundGroup? {
    rendition.kind == .audio ? sounds[rendition.groupID] : nil
  }

  var hasVideo: Bool { traits.contains { $0.video == .present } }

  /// SCORE counts only where every variant has one (RFC 8216bis, 4.4.6.2).
  var usesScore: Bool { playlist.variants.allSatisfy { $0.score != nil } }

  /// The variants, this one among them, that name the same media playlist: one stream with several groups.
  func linesOfSameStream(as index: Int) -> [Int] { lines[playlist.variants[index].uri] ?? [index] }

  /// The renditions of the groups that these variants name, in the order of the playlist.
  func renditions(_ kind: MediaKind, of variants: [Int]) -> [Int] {
    renditions(kind, in: groupIDs(kind, of: variants))
  }

  /// The renditions of these groups, in the order of the playlist.
  func renditions(_ kind: MediaKind, in groups: [String]) -> [Int] {
    groups.flatMap { members[Group(kind: kind, id: $0)] ?? [] }.sorted()
  }

  /// The groups of a kind that these variants name, each once.
  func groupIDs(_ kind: MediaKind, of variants: [Int]) -> [String] {
    var seen: Set<String> = []
    return variants.compactMap { groupID(kind, of: playlist.variants[$0]) }.filter {
      seen.insert($0).inserted
    }
  }

  func groupID(_ kind: MediaKind, of variant: Variant) -> String? {
    switch kind {
    case .audio: variant.audio
    case .video: variant.video
    case .subtitles: variant.subtitles
    case .closedCaptions:
      if case .group(let id)? = variant.closedCaptions { id } else { nil }
    }
  }
}

/// Variants that differ only in where they come from (RFC 8216, 6.2.4).
private enum Redundancy {
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
