import BundleStore
import Playlist

/// What a multivariant playlist says of the rates of its streams, a line's AVERAGE-BANDWIDTH (else BANDWIDTH)
/// being that of everything it plays together (RFC 8216bis, 4.4.6.2).
///
/// A line's own stream takes what its AUDIO group leaves. The rate of a group is known from a line of sound
/// alone that is the group's own stream, and from two lines of one stream by their difference; where neither
/// tells, one group of those that hang together is taken for what is usual, and no more than a quarter of the
/// lines that name it.
struct PromisedRates {
  /// Bits per second by GROUP-ID of AUDIO groups whose sound is in streams of its own.
  private var groups: [String: Double] = [:]
  private let playlist: MultivariantPlaylist

  /// Two figures may be compared where both are of one kind.
  private struct Promise: Hashable {
    let folder: StreamFolder
    let isAverage: Bool
  }

  init(of playlist: MultivariantPlaylist, map: TitleMap) {
    self.playlist = playlist
    let separate = Set(
      playlist.renditions.indices.filter {
        playlist.renditions[$0].kind == .audio && map.renditions[$0] != nil
      }
      .map { playlist.renditions[$0].groupID })
    noteSoundAlone(map)
    // Each round settles one group at least; a source that names hundreds is not followed to the end.
    for _ in 0..<min(separate.count, 16) {
      propagate(separate, map)
      guard
        let next = playlist.renditions.first(where: {
          separate.contains($0.groupID) && groups[$0.groupID] == nil
        })
      else { break }
      groups[next.groupID] = usual(next)
    }
  }

  /// Bits per second of a variant's own stream; nil where nothing is promised.
  func rate(of variant: Variant) -> Double? {
    guard let promised = Self.promised(variant) else { return nil }
    let sound = variant.audio.flatMap { groups[$0] } ?? 0
    return sound < promised ? promised - sound : promised
  }

  /// Bits per second of a rendition.
  func rate(of rendition: Rendition) -> Double {
    switch rendition.kind {
    case .audio: groups[rendition.groupID] ?? usual(rendition)
    case .subtitles: PlannedStream.assumedRate(.subtitles)
    default: PlannedStream.assumedRate(.video)
    }
  }

  private static func promised(_ variant: Variant) -> Double? {
    let figure = variant.averageBandwidth ?? variant.bandwidth
    return figure > 0 ? Double(figure) : nil
  }

  /// A line whose own stream is a member of an AUDIO group plays that member alone.
  private mutating func noteSoundAlone(_ map: TitleMap) {
    var members: [StreamFolder: String] = [:]
    for (index, rendition) in playlist.renditions.enumerated() where rendition.kind == .audio {
      if let folder = map.renditions[index]?.folder { members[folder] = rendition.groupID }
    }
    for (index, variant) in playlist.variants.enumerated() {
      guard variant.resolution == nil, let group = members[map.variants[index].folder],
        let promised = Self.promised(variant)
      else { continue }
      groups[group] = groups[group] ?? promised
    }
  }

  /// Lines of one stream differ by their sound alone.
  private mutating func propagate(_ separate: Set<String>, _ map: TitleMap) {
    var lines: [Promise: [(group: String?, promised: Double)]] = [:]
    for (index, variant) in playlist.variants.enumerated() {
      guard let promised = Self.promised(variant) else { continue }
      let key = Promise(folder: map.variants[index].folder, isAverage: variant.averageBandwidth != nil)
      let group = variant.audio.flatMap { separate.contains($0) ? $0 : nil }
      lines[key, default: []].append((group, promised))
    }
    for _ in 0..<8 {
      var isNew = false
      for same in lines.values where same.count > 1 {
        let known = groups
        let pictures = same.lazy.compactMap { line -> Double? in
          guard let group = line.group else { return line.promised }
          return known[group].map { line.promised - $0 }
        }
        guard let picture = pictures.first else { continue }
        for line in same {
          guard let group = line.group, groups[group] == nil, line.promised > picture else { continue }
          groups[group] = line.promised - picture
          isNew = true
        }
      }
      if !isNew { return }
    }
  }

  private func usual(_ rendition: Rendition) -> Double {
    let usual = PlannedStream.assumedRate(.audio) * max(1, Double(rendition.channelCount ?? 2) / 2)
    let naming = playlist.variants.lazy.filter { $0.audio == rendition.groupID }.compactMap(Self.promised)
    return min(usual, (naming.min() ?? .infinity) / 4)
  }
}
