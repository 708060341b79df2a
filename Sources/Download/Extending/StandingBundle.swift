import BundleStore
import Playlist
import Selection

/// A bundle on disk that a plan is made for: whatever of the plan it holds already keeps its place.
struct StandingBundle: Sendable {
  /// What is to become of it.
  enum Aim: Sendable {
    /// All that it holds stays, and what these words name comes to it.
    case adding(SelectionWords)
    /// It becomes what the request's words choose of the source as it is now.
    case updating
  }

  let manifest: Manifest
  let aim: Aim
  /// Whether the source may have moved: then streams are known by what the source says of them.
  let mayHaveMoved: Bool

  /// The folder that a stream has in the bundle; the same one where the bundle has none.
  func folder(for place: StreamFolder) -> StreamFolder {
    let known = manifest.streams.last { $0.folder.kind == place.kind && $0.folder.hash == place.hash }
    return known?.folder ?? place
  }

  /// The map with the folders that the bundle has.
  func relocated(_ map: TitleMap, of playlist: MultivariantPlaylist) -> TitleMap {
    var folders: [StreamFolder: StreamFolder] = [:]
    for place in map.variants + map.renditions.compactMap(\.self) {
      folders[place.folder] = folder(for: place.folder)
    }
    if mayHaveMoved { addMoved(to: &folders, map, playlist) }
    return map.relocated(folders)
  }

  /// Streams whose address is another one now, where the source says the same of one line alone.
  private func addMoved(
    to folders: inout [StreamFolder: StreamFolder], _ map: TitleMap, _ playlist: MultivariantPlaylist
  ) {
    let taken = Set(folders.values)
    var candidates: [StreamFolder: Set<StreamFolder>] = [:]
    for (variant, place) in zip(playlist.variants, map.variants) where folders[place.folder] == place.folder {
      let now = Self.qualities(VariantRecord(variant, id: "", uri: ""))
      for old in manifest.variants where Self.qualities(old.record) == now {
        candidates[old.stream, default: []].insert(place.folder)
      }
    }
    for (rendition, place) in zip(playlist.renditions, map.renditions) {
      guard let place, folders[place.folder] == place.folder else { continue }
      for old in manifest.renditions where Self.isSame(old.record, rendition) {
        guard let stream = old.stream else { continue }
        candidates[stream, default: []].insert(place.folder)
      }
    }
    for (old, new) in candidates where new.count == 1 && !taken.contains(old) {
      for place in new where manifest.stream(place) == nil { folders[place] = old }
    }
  }

  /// What a line says but for addresses and groups.
  private static func qualities(_ record: VariantRecord) -> VariantRecord {
    var copy = record
    copy.id = ""
    copy.uri = ""
    copy.groups = VariantRecord.Groups()
    copy.pathwayID = nil
    return copy
  }

  static func isSame(_ record: RenditionRecord, _ rendition: Rendition) -> Bool {
    record.kind == rendition.kind && record.groupID == rendition.groupID && record.name == rendition.name
      && record.language == rendition.language
  }
}
