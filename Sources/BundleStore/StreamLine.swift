import Playlist

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
  /// stream and of which something is kept. In the order of the choice. Subtitles and angles that the source has
  /// on another line of the stream stand on each, so that whichever a player takes lists all that is kept.
  static func lines(
    for packed: PackedTitle, of playlist: MultivariantPlaylist, groups: RenditionGroups
  ) -> [StreamLine] {
    let ofStream = Dictionary(grouping: playlist.variants.indices, by: { packed.variantFolders[$0] })
    var lines: [StreamLine] = []
    var seen: Set<Int> = []
    var sounds: [StreamFolder: Set<String>] = [:]
    for chosen in packed.variants {
      let folder = packed.variantFolders[chosen]
      // A second choice of the same stream has brought no lines but its own.
      let same = ofStream[folder] ?? []
      let others = sounds[folder] == nil ? same : []
      let subtitles = same.lazy.compactMap { groups.keptName(.subtitles, playlist.variants[$0].subtitles) }
        .first
      let angles = same.lazy.compactMap { groups.keptName(.video, playlist.variants[$0].video) }.first
      for index in [chosen] + others where !seen.contains(index) {
        let source = playlist.variants[index]
        let audio = groups.keptName(.audio, source.audio)
        if index != chosen, audio.map({ sounds[folder, default: []].contains($0) }) ?? true {
          continue
        }
        seen.insert(index)
        sounds[folder, default: []].formUnion(audio.map { [$0] } ?? [])
        lines.append(
          StreamLine(
            variant: index, folder: folder, audio: audio,
            subtitles: groups.keptName(.subtitles, source.subtitles) ?? subtitles,
            video: groups.keptName(.video, source.video) ?? angles))
      }
    }
    // A line that lost its group of sound gives way to one of the same stream that kept one.
    return lines.filter { $0.audio != nil || sounds[$0.folder]?.isEmpty ?? true }
  }
}
