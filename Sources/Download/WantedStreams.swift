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

  init(of choice: Choice, in playlist: MultivariantPlaylist, map: TitleMap) {
    let promises = PromisedRates(of: playlist, map: map)
    for chosen in choice.variants {
      let place = map.variants[chosen.index]
      add(place)
      rates[place.folder] = promises.rate(of: chosen.variant)
      bandwidth[place.folder] = place.folder.bandwidth
    }
    for chosen in choice.renditions {
      guard let place = map.renditions[chosen.index] else { continue }
      add(place)
      if rates[place.folder] == nil { rates[place.folder] = promises.rate(of: chosen.rendition) }
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
}
