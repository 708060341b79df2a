import BundleStore
import Playlist
import Selection

/// One EXT-X-STREAM-INF of the local multivariant playlist to be.
struct StreamLine {
  /// Index into the source's variants.
  let variant: Int
  let folder: StreamFolder
  /// Groups of which something is kept.
  let audio: String?
  let subtitles: String?
  let video: String?

  /// A line for each chosen variant, and one more for each further AUDIO group that the source has for the same
  /// stream and of which something is kept. In the order of the choice.
  static func lines(
    for chosen: [ChosenVariant], of playlist: MultivariantPlaylist, map: TitleMap, groups: RenditionGroups
  ) -> [StreamLine] {
    let ofStream = Dictionary(grouping: playlist.variants.indices, by: { map.variants[$0].folder })
    var lines: [StreamLine] = []
    var seen: Set<Int> = []
    var sounds: [StreamFolder: Set<String>] = [:]
    for variant in chosen {
      let folder = map.variants[variant.index].folder
      // A second choice of the same stream has brought no lines but its own.
      let others = sounds[folder] == nil ? ofStream[folder] ?? [] : []
      for index in [variant.index] + others where !seen.contains(index) {
        let source = playlist.variants[index]
        let audio = groups.keptName(.audio, source.audio)
        if index != variant.index, audio.map({ sounds[folder, default: []].contains($0) }) ?? true {
          continue
        }
        seen.insert(index)
        sounds[folder, default: []].formUnion(audio.map { [$0] } ?? [])
        lines.append(
          StreamLine(
            variant: index, folder: folder, audio: audio,
            subtitles: groups.keptName(.subtitles, source.subtitles),
            video: groups.keptName(.video, source.video)))
      }
    }
    // A line that lost its group of sound gives way to one of the same stream that kept one.
    return lines.filter { $0.audio != nil || sounds[$0.folder]?.isEmpty ?? true }
  }
}
