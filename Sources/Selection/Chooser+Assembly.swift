import Playlist

extension Chooser {
  /// The whole choice for these streams.
  func assembled(_ streams: [Stream]) throws(SelectionError) -> Choice {
    let sounds = try sounds(for: streams)
    try checkSoundAlone(streams, sounds)
    var reasons = sounds
    for more in [
      try subtitles(for: streams, hearing: sounds), try angles(for: streams.filter(\.isPacked)),
      closedCaptions(for: streams),
    ] {
      reasons.merge(more) { first, _ in first }
    }
    var choice = Choice()
    var lines = Lines()
    let groups = groups(of: sounds)
    for stream in streams where stream.isPacked { append(stream, groups, to: &lines) }
    choice.variants = lines.kept
    choice.renditions = reasons.keys.sorted().map { place in
      ChosenRendition(rendition: rendition(place), index: place, reason: reasons[place] ?? "")
    }
    choice.leftOut = leftOut(of: choice, streams, lines)
    return choice
  }

  /// Without the picture there must be a sound.
  private func checkSoundAlone(_ streams: [Stream], _ sounds: Reasons) throws(SelectionError) {
    guard streams.allSatisfy({ !$0.isPacked }), sounds.isEmpty else { return }
    throw SelectionError(
      .nothingMatches, "'none' of the video leaves nothing: the sound is inside the video",
      available: Inventory.variants(title), hint: "choose a variant")
  }

  /// Appends the lines of a stream that hold a chosen sound, those in stereo first; without any the chosen
  /// one.
  private func append(
    _ stream: Stream, _ sounds: ChosenGroups, to lines: inout Lines
  ) {
    var seen: Set<[String?]> = []
    var kept: [Int] = []
    for line in stream.lines {
      let variant = title.playlist.variants[line]
      let hears = variant.audio.map(sounds.all.contains) ?? false
      if hears && seen.insert(MediaKind.allCases.map { title.groupID($0, of: variant) }).inserted {
        kept.append(line)
      } else {
        lines.dropped[line] = "left out: the same video without the sound that was chosen"
      }
    }
    if kept.isEmpty, let first = stream.lines.first { kept = [first] }
    let order = kept.map { line in
      (sounds.stereo.contains(title.playlist.variants[line].audio ?? "") ? 0 : 1, line)
    }.sorted(by: <)
    // What was asked for twice is packed once, in the first role.
    for (position, (_, line)) in order.enumerated() where lines.places.insert(line).inserted {
      let variant = title.playlist.variants[line]
      lines.kept.append(
        ChosenVariant(
          variant: variant, index: line, role: stream.role,
          reason: position == 0
            ? stream.reason : "the same video with the audio group '\(variant.audio ?? "")'",
          alternatives: title.alternatives[line] ?? []))
    }
  }

  /// What became of the lines that name the streams.
  private struct Lines {
    var kept: [ChosenVariant] = []
    var places: Set<Int> = []
    var dropped: [Int: String] = [:]
  }

  /// The AUDIO groups that hold a chosen sound, and those that hold one in stereo.
  private struct ChosenGroups {
    var all: Set<String> = []
    var stereo: Set<String> = []
  }

  private func groups(of sounds: Reasons) -> ChosenGroups {
    sounds.keys.reduce(into: ChosenGroups()) { groups, place in
      groups.all.insert(rendition(place).groupID)
      if channels(of: place) <= 2 { groups.stereo.insert(rendition(place).groupID) }
    }
  }

  private func leftOut(of choice: Choice, _ streams: [Stream], _ lines: Lines) -> [LeftOut] {
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
    let named = streams.flatMap(\.lines)
    let reachable = Set(MediaKind.allCases.flatMap { title.renditions($0, of: named) })
    for index in title.playlist.renditions.indices where !chosen.contains(index) {
      let reason =
        reachable.contains(index)
        ? "left out: not asked for" : "left out: no chosen variant names its group"
      leftOut.append(LeftOut(subject: .rendition, index: index, reason: reason))
    }
    return leftOut
  }

  // MARK: - Errors

  func noVariant(_ rules: [VariantRule]) -> SelectionError {
    SelectionError(
      .nothingMatches, "no variant matches \(quoted(rules))", available: Inventory.variants(title),
      hint: "--fallback takes the default choice where no rule matches")
  }

  func quoted(_ rules: [VariantRule]) -> String { rules.map { "'\($0.text)'" }.joined(separator: " or ") }

  func noRendition(_ rule: RenditionRule, _ kind: MediaKind, _ streams: [Stream]) -> SelectionError {
    let there = pools(kind, of: streams).flatMap(\.self)
    let what = Inventory.plural(kind)
    guard !there.isEmpty else {
      let why = kind == .audio ? "the sound is inside the video" : "the title has none with this variant"
      return SelectionError(
        .nothingMatches, "no \(what) for '\(rule.word)': \(why)", available: elsewhere(kind))
    }
    return SelectionError(
      .nothingMatches, "no \(what) for '\(rule.word)'", available: Inventory.renditions(title, Set(there)),
      hint: "give a word for one of these, or 'all'")
  }

  /// What other variants have of a kind.
  private func elsewhere(_ kind: MediaKind) -> [String] {
    Inventory.renditions(title, Set(title.renditions(kind, of: title.distinct)))
  }
}
