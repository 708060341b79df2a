package import Addresses
import BundleStore
import Playlist
import Selection

/// A place where a stream's media playlist is to be had.
package struct StreamPlace: Sendable, Hashable {
  package let uri: URI
  /// PATHWAY-ID of the line that names it; "." where it has none (RFC 8216bis, 4.4.6.2).
  package let pathway: String
  /// STABLE-VARIANT-ID or STABLE-RENDITION-ID; nil where the line has none.
  let stableID: String?
  let isRendition: Bool
}

/// Where else the streams of a choice are to be had: redundant variants (RFC 8216, 6.2.4), those of other pathways,
/// and the renditions beside them.
struct StreamPlaces {
  /// By the folder of the stream; the one that was chosen first.
  private(set) var byFolder: [StreamFolder: [StreamPlace]] = [:]
  private let playlist: MultivariantPlaylist
  private let map: TitleMap

  init(of choice: Choice, in playlist: MultivariantPlaylist, map: TitleMap) {
    self.playlist = playlist
    self.map = map
    for chosen in choice.variants {
      let folder = map.variants[chosen.index].folder
      for index in [chosen.index] + chosen.alternatives { add(variant(index), to: folder) }
    }
    for chosen in choice.renditions {
      guard let place = map.renditions[chosen.index] else { continue }
      let pathway = choice.variants.first {
        chosen.rendition.groupID == $0.variant.group(chosen.rendition.kind)
      }
      add(rendition(chosen.index, at: place, pathway: pathway?.variant.pathwayID), to: place.folder)
      for variant in choice.variants {
        for other in variant.alternatives {
          addRendition(like: chosen, of: variant.index, beside: other, place.folder)
        }
      }
    }
  }

  private mutating func add(_ place: StreamPlace, to folder: StreamFolder) {
    guard !(byFolder[folder, default: []].contains { $0.uri == place.uri }) else { return }
    byFolder[folder, default: []].append(place)
  }

  private func variant(_ index: Int) -> StreamPlace {
    let variant = playlist.variants[index]
    return StreamPlace(
      uri: map.variants[index].uri, pathway: variant.pathwayID ?? ".", stableID: variant.stableID,
      isRendition: false)
  }

  /// - Parameter pathway: of the variant that plays it.
  private func rendition(_ index: Int, at place: TitleMap.Place, pathway: String?) -> StreamPlace {
    StreamPlace(
      uri: place.uri, pathway: pathway ?? ".", stableID: playlist.renditions[index].stableID,
      isRendition: true)
  }

  /// The same rendition in the group that another source of the variant names.
  private mutating func addRendition(
    like chosen: ChosenRendition, of variant: Int, beside other: Int, _ folder: StreamFolder
  ) {
    let kind = chosen.rendition.kind
    guard chosen.rendition.groupID == playlist.variants[variant].group(kind),
      let group = playlist.variants[other].group(kind)
    else { return }
    for (index, candidate) in playlist.renditions.enumerated()
    where candidate.kind == kind && candidate.groupID == group && candidate.isSame(as: chosen.rendition) {
      guard let place = map.renditions[index] else { continue }
      add(rendition(index, at: place, pathway: playlist.variants[other].pathwayID), to: folder)
    }
  }
}

extension Variant {
  /// The group of a kind of renditions that plays with this variant; nil where it names none.
  fileprivate func group(_ kind: MediaKind) -> String? {
    switch kind {
    case .audio: audio
    case .subtitles: subtitles
    case .video: video
    case .closedCaptions: nil
    }
  }
}

extension Rendition {
  /// The members of one kind in two groups that stand for each other (RFC 8216bis, 4.4.6.1.1).
  fileprivate func isSame(as other: Rendition) -> Bool {
    if let stableID, let theirs = other.stableID { return stableID == theirs }
    return name == other.name && language == other.language && channels == other.channels
      && characteristics == other.characteristics && forced == other.forced
  }
}
