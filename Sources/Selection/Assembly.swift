import Playlist

/// What was chosen for the configurations, as one choice.
struct Assembly {
  let title: Title
  /// The primary one first.
  let parts: [Part]

  func choice() -> Choice {
    var choice = Choice()
    let groups = parts.reduce(into: Set<String>()) { $0.formUnion($1.soundGroups) }
    let stereo = parts.reduce(into: Set<String>()) { $0.formUnion($1.stereoGroups) }
    let reasons = parts.reduce(into: Reasons()) { all, part in
      all.merge(part.reasons) { first, _ in first }
    }
    let held = Set(reasons.keys.map { title.group(of: $0) })
    var lines = Lines()
    for part in parts {
      for stream in part.streams where stream.isPacked {
        append(
          stream, Sounds(own: part.soundGroups, all: groups, stereo: stereo, groups: held), to: &lines)
      }
    }
    choice.variants = lines.kept
    choice.renditions = reasons.keys.sorted().map { place in
      ChosenRendition(
        rendition: title.playlist.renditions[place], index: place, reason: reasons[place] ?? "")
    }
    choice.leftOut = leftOut(of: choice, lines)
    choice.warnings = parts.flatMap(\.warnings)
    return choice
  }

  /// AUDIO groups that hold a chosen sound.
  private struct Sounds {
    /// One that was chosen for the configuration of the stream.
    let own: Set<String>
    /// One that was chosen for any.
    let all: Set<String>
    /// One in stereo.
    let stereo: Set<String>
    /// Groups of any kind that hold a chosen rendition.
    let groups: Set<Title.Group>

    /// Less stands first.
    func order(_ group: String?) -> Int {
      guard let group else { return 0 }
      return (own.contains(group) ? 0 : 2) + (stereo.contains(group) ? 0 : 1)
    }
  }

  /// What became of the lines that name the streams.
  private struct Lines {
    var kept: [ChosenVariant] = []
    var places: Set<Int> = []
    var dropped: [Int: String] = [:]
  }

  /// Appends the lines of a stream that are kept, its own in stereo first.
  private func append(_ stream: Stream, _ sounds: Sounds, to lines: inout Lines) {
    let kept = kept(stream, sounds)
    for line in stream.lines where !kept.contains(line) {
      lines.dropped[line] = "left out: the same video without the sound that was chosen"
    }
    let order = kept.map { (sounds.order(title.playlist.variants[$0].audio), $0) }.sorted(by: <)
    // What was asked for twice is packed once, in the first role.
    for (position, (_, line)) in order.enumerated() where lines.places.insert(line).inserted {
      let variant = title.playlist.variants[line]
      let isOwn = position == 0 || variant.audio.map(sounds.own.contains) ?? true
      let reason =
        variant.audio.map { "the same video with the audio group '\($0)'" }
        ?? "the same video with other groups"
      lines.kept.append(
        ChosenVariant(
          variant: variant, index: line, role: isOwn ? stream.role : .auxiliary,
          reason: position == 0 ? stream.reason : reason, alternatives: title.alternatives[line] ?? []))
    }
  }

  /// The lines that hold a chosen sound; without any the chosen one. Besides those that a chosen rendition of
  /// another kind needs, because none of these names its group.
  private func kept(_ stream: Stream, _ sounds: Sounds) -> Set<Int> {
    var seen: Set<[String?]> = []
    var kept: Set<Int> = []
    for line in stream.lines {
      let variant = title.playlist.variants[line]
      guard let audio = variant.audio, sounds.all.contains(audio) else { continue }
      if seen.insert(MediaKind.allCases.map { title.groupID($0, of: variant) }).inserted { kept.insert(line) }
    }
    if kept.isEmpty, let first = stream.lines.first { kept = [first] }
    var named = kept.reduce(into: Set<Title.Group>()) { $0.formUnion(title.groups(of: $1)) }
    for line in stream.lines where !kept.contains(line) {
      let needed = title.groups(of: line).intersection(sounds.groups).subtracting(named)
      guard !needed.isEmpty else { continue }
      kept.insert(line)
      named.formUnion(title.groups(of: line))
    }
    return kept
  }

  private func leftOut(of choice: Choice, _ lines: Lines) -> [LeftOut] {
    let packed = lines.places
    var firsts: [Int: Int] = [:]
    for (first, others) in title.alternatives { for other in others { firsts[other] = first } }
    var leftOut: [LeftOut] = []
    for index in title.playlist.variants.indices where !packed.contains(index) {
      if let first = firsts[index], packed.contains(first) { continue }
      leftOut.append(
        LeftOut(subject: .variant, index: index, reason: lines.dropped[index] ?? "left out: not asked for"))
    }
    let chosen = Set(choice.renditions.map(\.index))
    let named = parts.flatMap(\.streams).flatMap(\.lines)
    let reachable = Set(MediaKind.allCases.flatMap { title.renditions($0, of: named) })
    for index in title.playlist.renditions.indices where !chosen.contains(index) {
      let reason =
        reachable.contains(index)
        ? "left out: not asked for" : "left out: no chosen variant names its group"
      leftOut.append(LeftOut(subject: .rendition, index: index, reason: reason))
    }
    return leftOut
  }
}
