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
  struct Group: Hashable {
    let kind: MediaKind
    let id: String
  }

  init(_ playlist: MultivariantPlaylist) {
    self.playlist = playlist
    languages = playlist.renditions.map { LanguageTag($0.language) }
    var members: [Group: [Int]] = [:]
    for (index, rendition) in playlist.renditions.enumerated() {
      members[Group(kind: rendition.kind, id: rendition.groupID), default: []].append(index)
    }
    self.members = members
    let sounds = Self.soundGroups(playlist)
    self.sounds = sounds
    traits = playlist.variants.map { variant in
      let group = variant.audio.flatMap { members[Group(kind: .audio, id: $0)] == nil ? nil : sounds[$0] }
      return VariantTraits(variant, sounds: group ?? VariantTraits.ownSound(of: variant))
    }
    (distinct, alternatives) = Redundancy.sort(playlist.variants)
    usesScore = playlist.variants.allSatisfy { $0.score != nil }
    hasVideo = traits.contains { $0.video != .absent }
    var lines: [String: [Int]] = [:]
    for index in distinct { lines[playlist.variants[index].uri, default: []].append(index) }
    self.lines = lines
  }

  private static func soundGroups(_ playlist: MultivariantPlaylist) -> [String: SoundGroup] {
    var groups: [String: SoundGroup] = [:]
    for variant in playlist.variants {
      guard let id = variant.audio else { continue }
      groups[id, default: SoundGroup()].add(VariantTraits(variant, sounds: SoundGroup()))
    }
    for rendition in playlist.renditions where rendition.kind == .audio {
      groups[rendition.groupID]?.add(rendition)
    }
    return groups
  }

  /// What is told of the AUDIO group of a rendition; nil where no variant names it.
  func soundGroup(of rendition: Rendition) -> SoundGroup? {
    rendition.kind == .audio ? sounds[rendition.groupID] : nil
  }

  /// Channels as told; where they are not, six for groups of Dolby Digital alone, else two.
  func channels(of place: Int) -> Int {
    let rendition = playlist.renditions[place]
    return soundGroup(of: rendition)?.count(of: rendition) ?? rendition.channelCount ?? 2
  }

  func isLossless(_ place: Int) -> Bool { soundGroup(of: playlist.renditions[place])?.isLossless ?? false }

  /// Whether any variant has a picture, or says nothing about it.
  let hasVideo: Bool

  /// SCORE counts only where every variant has one (RFC 8216bis, 4.4.6.2).
  let usesScore: Bool

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

  /// The group that a rendition is in.
  func group(of rendition: Int) -> Group {
    Group(kind: playlist.renditions[rendition].kind, id: playlist.renditions[rendition].groupID)
  }

  /// The groups of all kinds that a variant names.
  func groups(of variant: Int) -> Set<Group> {
    Set(
      MediaKind.allCases.compactMap { kind in
        groupID(kind, of: playlist.variants[variant]).map { Group(kind: kind, id: $0) }
      })
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
