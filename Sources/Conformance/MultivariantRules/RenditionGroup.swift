import Playlist

/// The EXT-X-MEDIA tags of one TYPE and GROUP-ID (4.4.6.1.1).
struct RenditionGroup {
  struct Name: Hashable {
    let kind: MediaKind
    let id: String

    /// "AUDIO group 'stereo'".
    var text: String { "\(kind.rawValue) group \(shown(id))" }
  }

  let name: Name
  var members: [Rendition]
}

extension MultivariantFacts {
  /// In the order of their first members.
  var groups: [RenditionGroup] {
    var places: [RenditionGroup.Name: Int] = [:]
    var groups: [RenditionGroup] = []
    for rendition in playlist.renditions {
      let name = RenditionGroup.Name(kind: rendition.kind, id: rendition.groupID)
      if let place = places[name] {
        groups[place].members.append(rendition)
      } else {
        places[name] = groups.count
        groups.append(RenditionGroup(name: name, members: [rendition]))
      }
    }
    return groups
  }

  /// The groups that streams ask for, with the line (from 0) of each reference, in order.
  var groupReferences: [(name: RenditionGroup.Name, line: Int)] {
    let own = playlist.variants.flatMap { variant in variant.groups.map { (name: $0, line: variant.line) } }
    let video = (iFrameTags + imageTags).compactMap { stream in
      stream.qualities.video.map { (name: RenditionGroup.Name(kind: .video, id: $0), line: stream.line) }
    }
    return own + video
  }
}

extension Variant {
  /// The groups that it asks for.
  var groups: [RenditionGroup.Name] {
    var names: [RenditionGroup.Name] = []
    if let audio { names.append(RenditionGroup.Name(kind: .audio, id: audio)) }
    if let video { names.append(RenditionGroup.Name(kind: .video, id: video)) }
    if let subtitles { names.append(RenditionGroup.Name(kind: .subtitles, id: subtitles)) }
    if case .group(let id) = closedCaptions {
      names.append(RenditionGroup.Name(kind: .closedCaptions, id: id))
    }
    return names
  }
}

extension Rendition {
  /// Whether it has one of the identifiers of CHARACTERISTICS.
  func isMarked(_ characteristic: String) -> Bool { characteristics.contains(characteristic) }
}
