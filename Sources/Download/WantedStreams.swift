import Addresses
import BundleStore
import Playlist
import Selection

/// The streams that a choice needs, each once, the primary variant's first; and what the source promises of
/// their rates.
struct WantedStreams {
  private(set) var places: [TitleMap.Place] = []
  private(set) var rates: [StreamFolder: Double] = [:]
  private(set) var bandwidth: [StreamFolder: Int64] = [:]
  private var positions: [StreamFolder: Int] = [:]
  private let playlist: MultivariantPlaylist

  init(of choice: Choice, in playlist: MultivariantPlaylist, map: TitleMap) {
    self.playlist = playlist
    for chosen in choice.variants {
      let place = map.variants[chosen.index]
      add(place)
      rates[place.folder] = Self.rate(of: chosen.variant, in: playlist)
      bandwidth[place.folder] = place.folder.bandwidth
    }
    for chosen in choice.renditions {
      guard let place = map.renditions[chosen.index] else { continue }
      add(place)
      if rates[place.folder] == nil {
        rates[place.folder] = Self.rate(of: chosen.rendition, beside: choice.variants.first?.variant)
      }
    }
  }

  private mutating func add(_ place: TitleMap.Place) {
    guard positions[place.folder] == nil else { return }
    positions[place.folder] = places.count
    places.append(place)
  }

  /// Addresses in the records are absolute and without credentials.
  func variants(of choice: Choice, map: TitleMap, hiding volatile: VolatileParameters) -> [PlannedVariant] {
    func shown(_ index: Int) -> String { Redaction.redacted(map.variants[index].uri, volatile: volatile) }
    if choice.variants.isEmpty { return soundAlone(choice, map: map, hiding: volatile) }
    return choice.variants.compactMap { chosen in
      guard let stream = positions[map.variants[chosen.index].folder] else { return nil }
      return PlannedVariant(
        record: VariantRecord(chosen.variant, id: map.variantIDs[chosen.index], uri: shown(chosen.index)),
        role: chosen.role, reason: chosen.reason, stream: stream, alternatives: chosen.alternatives.map(shown)
      )
    }
  }

  /// Where no variant is packed, the first audio rendition stands in for one.
  private func soundAlone(
    _ choice: Choice, map: TitleMap, hiding volatile: VolatileParameters
  ) -> [PlannedVariant] {
    let sounds = choice.renditions.filter { $0.rendition.kind == .audio && map.renditions[$0.index] != nil }
    guard let first = sounds.first(where: { $0.rendition.isDefault }) ?? sounds.first,
      let place = map.renditions[first.index], let stream = positions[place.folder]
    else { return [] }
    let record = VariantRecord(
      id: SelectionIDs.variant(place.folder), uri: Redaction.redacted(place.uri, volatile: volatile),
      bandwidth: 0,
      groups: VariantRecord.Groups(
        audio: first.rendition.groupID,
        subtitles: choice.renditions.first { $0.rendition.kind == .subtitles }?.rendition.groupID))
    return [
      PlannedVariant(record: record, role: .primary, reason: "sound alone", stream: stream, alternatives: [])
    ]
  }

  func renditions(of choice: Choice, map: TitleMap, hiding volatile: VolatileParameters) -> [PlannedRendition]
  {
    choice.renditions.map { chosen in
      let place = map.renditions[chosen.index]
      let shown = place.map { Redaction.redacted($0.uri, volatile: volatile) }
      return PlannedRendition(
        record: RenditionRecord(chosen.rendition, id: map.renditionIDs[chosen.index], uri: shown),
        reason: chosen.reason, stream: place.flatMap { positions[$0.folder] }, index: chosen.index)
    }
  }

  /// Bits per second of a variant's own stream: what the line promises, less the audio that is in a stream of
  /// its own.
  private static func rate(of variant: Variant, in playlist: MultivariantPlaylist) -> Double? {
    guard promised(variant) > 0 else { return nil }
    let separate = playlist.renditions.filter {
      $0.kind == .audio && $0.groupID == variant.audio && $0.uri != nil
    }
    return promised(variant) - (separate.map { rate(of: $0, beside: variant) }.max() ?? 0)
  }

  private static func promised(_ variant: Variant) -> Double {
    Double(variant.averageBandwidth ?? variant.bandwidth)
  }

  /// A rendition has no figure of its own: common rates, and for audio no more than a quarter of what is promised
  /// for all together.
  private static func rate(of rendition: Rendition, beside variant: Variant?) -> Double {
    switch rendition.kind {
    case .audio:
      let usual = PlannedStream.assumedRate(.audio) * max(1, Double(rendition.channelCount ?? 2) / 2)
      guard let variant, promised(variant) > 0 else { return usual }
      return min(usual, promised(variant) / 4)
    case .subtitles: return PlannedStream.assumedRate(.subtitles)
    default: return PlannedStream.assumedRate(.video)
    }
  }
}

/// Words over a source that offers nothing to choose from.
enum BareSelection {
  private static let free: Set<String> = ["best", "worst", "all"]

  /// - Throws: `nothingMatches` when the words ask for something that a media playlist alone cannot have.
  static func check(_ words: SelectionWords, place: String) throws(DownloadError) {
    if let rule = words.video.first, !words.fallback, !words.video.contains(where: free.contains) {
      throw refusal("--video \(rule)", place)
    }
    for word in (words.audio ?? []) where !["default", "all"].contains(word) {
      throw refusal("--audio \(word)", place)
    }
    for word in (words.subtitles ?? []) where !["none", "all", "default"].contains(word) {
      throw refusal("--subtitles \(word)", place)
    }
  }

  private static func refusal(_ word: String, _ place: String) -> DownloadError {
    DownloadError(
      .nothingMatches, "\(place): nothing matches \(word): a media playlist names no variants or renditions",
      hint: "give the multivariant playlist")
  }
}
