import Playlist

/// The groups of a multivariant playlist (RFC 8216bis, 4.4.6.1.1), and what is kept of each. The same GROUP-ID
/// under two TYPEs is two groups.
struct RenditionGroups {
  private struct Name: Hashable {
    let kind: MediaKind
    let id: String
  }

  private struct Group {
    var hadDefault = false
    var keepsDefault = false
    /// Indices into the source's renditions, in its order.
    var kept: [Int] = []
  }

  private let playlist: MultivariantPlaylist
  private var groups: [Name: Group] = [:]

  /// - Parameter kept: indices into the playlist's renditions.
  init(of playlist: MultivariantPlaylist, kept: Set<Int>) {
    self.playlist = playlist
    for (index, rendition) in playlist.renditions.enumerated() {
      let isKept = kept.contains(index)
      var group = groups[name(of: rendition), default: Group()]
      if rendition.isDefault { group.hadDefault = true }
      if rendition.isDefault, isKept { group.keepsDefault = true }
      if isKept { group.kept.append(index) }
      groups[name(of: rendition)] = group
    }
  }

  private func name(of rendition: Rendition) -> Name { Name(kind: rendition.kind, id: rendition.groupID) }

  /// The members of a group that are kept, in the source's order.
  func kept(_ kind: MediaKind, _ id: String?) -> [Int] {
    id.flatMap { groups[Name(kind: kind, id: $0)]?.kept } ?? []
  }

  /// The name itself where something of the group is kept; else nil.
  func keptName(_ kind: MediaKind, _ id: String?) -> String? { kept(kind, id).isEmpty ? nil : id }

  /// The first kept member of a group whose default was left out.
  func becomesDefault(_ index: Int) -> Bool {
    guard let group = groups[name(of: playlist.renditions[index])] else { return false }
    return group.hadDefault && !group.keepsDefault && group.kept.first == index
  }
}
