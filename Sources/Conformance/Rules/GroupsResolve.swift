import Playlist

enum GroupsResolve: Rule {
  static let identifier = "hlspack-groups-resolve"
  static let asks = "each group that a variant of index.m3u8 names has an EXT-X-MEDIA of that type"
  static let why = "a variant whose group is missing plays silent or is refused"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard let playlist = facts.playlist else { return [] }
    let groups = Set(playlist.renditions.map { Group(kind: $0.kind, name: $0.groupID) })
    return playlist.variants.flatMap { variant in
      wanted(by: variant).filter { !groups.contains($0) }.map { group in
        found(
          .error, facts.playlistPath, line: variant.line + 1,
          "names the \(group.kind.rawValue) group \(shown(group.name)), which has no EXT-X-MEDIA")
      }
    }
  }

  private struct Group: Hashable {
    var kind: MediaKind
    var name: String
  }

  private static func wanted(by variant: Variant) -> [Group] {
    var wanted: [Group] = []
    if let name = variant.audio { wanted.append(Group(kind: .audio, name: name)) }
    if let name = variant.video { wanted.append(Group(kind: .video, name: name)) }
    if let name = variant.subtitles { wanted.append(Group(kind: .subtitles, name: name)) }
    if case .group(let name) = variant.closedCaptions {
      wanted.append(Group(kind: .closedCaptions, name: name))
    }
    return wanted
  }
}
