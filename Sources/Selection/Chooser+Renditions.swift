import Playlist

/// Places of renditions, and why each is taken; the first reason stays.
typealias Reasons = [Int: String]

extension Chooser {
  /// The renditions for these streams.
  func part(of streams: [Stream]) throws(SelectionError) -> Part {
    var warnings: [String] = []
    let sounds = try sounds(for: streams, &warnings)
    guard streams.contains(where: \.isPacked) || !sounds.isEmpty else {
      throw SelectionError(
        .nothingMatches, "'none' of the video leaves nothing: the sound is inside the video",
        available: Inventory.variants(title), hint: "choose a variant")
    }
    var reasons = sounds
    for more in [
      try subtitles(for: streams, hearing: sounds, &warnings),
      try angles(for: streams.filter(\.isPacked), &warnings), closedCaptions(for: streams),
    ] {
      reasons.merge(more) { first, _ in first }
    }
    var all: Set<String> = []
    var stereo: Set<String> = []
    for place in sounds.keys {
      all.insert(rendition(place).groupID)
      if title.channels(of: place) <= 2 { stereo.insert(rendition(place).groupID) }
    }
    return Part(
      streams: streams, reasons: reasons, soundGroups: all, stereoGroups: stereo, warnings: warnings)
  }

  /// Sounds for the streams: for each stream from its own groups.
  private func sounds(for streams: [Stream], _ warnings: inout [String]) throws(SelectionError) -> Reasons {
    guard let audio = wishes.audio else { return standardSounds(streams) }
    return try matches(of: audio, .audio, in: streams, standard: standardSounds, &warnings)
  }

  /// Subtitles for the streams: what was asked for, and the forced ones of the sounds unless nothing is
  /// wanted.
  private func subtitles(
    for streams: [Stream], hearing sounds: Reasons, _ warnings: inout [String]
  ) throws(SelectionError) -> Reasons {
    guard let subtitles = wishes.subtitles else { return forced(for: streams, hearing: sounds) }
    if subtitles.first?.subject == RenditionRule.Subject.none { return [:] }
    let reasons = try matches(
      of: subtitles, .subtitles, in: streams, standard: standardSubtitles, &warnings)
    return reasons.merging(forced(for: streams, hearing: sounds)) { first, _ in first }
  }

  /// Camera angles: the default one where nothing was asked for.
  private func angles(for streams: [Stream], _ warnings: inout [String]) throws(SelectionError) -> Reasons {
    guard let angles = wishes.angles else { return standardAngles(streams) }
    return try matches(of: angles, .video, in: streams, standard: standardAngles, &warnings)
  }

  /// Closed captions are inside the video and come with it.
  private func closedCaptions(for streams: [Stream]) -> Reasons {
    pools(.closedCaptions, of: streams.filter(\.isPacked)).joined().reduce(into: [:]) { reasons, place in
      reasons[place] = "closed captions inside the video"
    }
  }

  // MARK: - Words

  /// What the words of a list match; each word must match something in one stream at least.
  private func matches(
    of rules: [RenditionRule], _ kind: MediaKind, in streams: [Stream], standard: ([Stream]) -> Reasons,
    _ warnings: inout [String]
  ) throws(SelectionError) -> Reasons {
    let pools = pools(kind, of: streams)
    var reasons: Reasons = [:]
    for rule in rules where rule.subject != .none {
      if rule.subject == .standard {
        reasons.merge(standard(streams)) { first, _ in first }
        continue
      }
      let found = pools.flatMap { thinned(places(of: rule, $0), rule, kind) }
      let isSatisfied = !found.isEmpty || (rule.subject == .all && rule.kind == nil)
      guard isSatisfied || isInClosedCaptions(rule, kind, streams) else {
        throw noRendition(rule, kind, streams)
      }
      if let warning = rule.warning(of: found.map(rendition)) { warnings.append(warning) }
      for place in found where reasons[place] == nil { reasons[place] = "asked for: \(rule.word)" }
    }
    return reasons
  }

  /// The renditions of a kind that can be had with each stream; streams with the same groups are one.
  func pools(_ kind: MediaKind, of streams: [Stream]) -> [[Int]] {
    struct Pool: Hashable {
      let groups: [String]
      let isPacked: Bool
    }
    var seen: Set<Pool> = []
    return streams.compactMap { stream in
      let groups = title.groupIDs(kind, of: stream.lines)
      guard seen.insert(Pool(groups: groups, isPacked: stream.isPacked)).inserted else { return nil }
      let pool = title.renditions(kind, in: groups)
      // What is inside a video that is not packed cannot be had.
      return stream.isPacked ? pool : pool.filter { rendition($0).uri != nil }
    }
  }

  func places(of rule: RenditionRule, _ pool: [Int]) -> [Int] {
    let marksOriginal = pool.contains { rendition($0).isOriginal }
    let ofKind = pool.filter { place in
      rule.kind?.matches(
        rendition(place), channels: title.channels(of: place), titleMarksOriginal: marksOriginal)
        ?? true
    }
    switch rule.subject {
    case .none, .standard: return []
    case .all: return ofKind
    case .named(let name):
      let exact = ofKind.filter { rendition($0).name == name }
      if !exact.isEmpty { return exact }
      return ofKind.filter { SelectionWords.trimmed(rendition($0).name).lowercased() == name.lowercased() }
    case .language(let range):
      return rule.kind == nil ? usual(range, ofKind) : nearest(to: range, ofKind)
    }
  }

  /// The renditions whose language is nearest; for a range with `*` all that it covers.
  private func nearest(to range: LanguageRange, _ pool: [Int]) -> [Int] {
    let distances = pool.compactMap { place in
      range.distance(to: title.languages[place]).map { (place: place, distance: $0) }
    }
    if range.takesAll {
      return distances.filter { $0.distance <= LanguageRange.coveredDistance }.map(\.place)
    }
    guard let least = distances.map(\.distance).min() else { return [] }
    return distances.filter { $0.distance == least }.map(\.place)
  }

  /// Without a kind. A described sound is another sound, not one more of the language, and forced subtitles are
  /// no translation: neither stands for what is meant, however near its language is. The forced ones come with
  /// the others.
  private func usual(_ range: LanguageRange, _ pool: [Int]) -> [Int] {
    if range.takesAll { return nearest(to: range, pool) }
    let plain = pool.filter { place in
      let rendition = rendition(place)
      return !rendition.forced && !(rendition.kind == .audio && rendition.describesVideo)
    }
    let found = nearest(to: range, plain)
    if found.isEmpty { return nearest(to: range, pool) }
    return (found + nearest(to: range, pool.filter { rendition($0).forced })).sorted()
  }

  private func isInClosedCaptions(_ rule: RenditionRule, _ kind: MediaKind, _ streams: [Stream]) -> Bool {
    guard kind == .subtitles else { return false }
    return pools(.closedCaptions, of: streams.filter(\.isPacked)).contains { !places(of: rule, $0).isEmpty }
  }

  // MARK: - Without words

  func standardSubtitles(_ streams: [Stream]) -> Reasons {
    pools(.subtitles, of: streams).joined().reduce(into: [:]) { reasons, place in
      if rendition(place).isDefault { reasons[place] = "default subtitles" }
    }
  }

  private func standardAngles(_ streams: [Stream]) -> Reasons {
    pools(.video, of: streams).reduce(into: [:]) { reasons, pool in
      if let place = pool.first(where: { rendition($0).isDefault }) ?? pool.first {
        reasons[place] = "default angle"
      }
    }
  }

  /// The forced subtitles of the languages that are heard; of sound inside the video, whose language nobody
  /// tells, the forced ones that are default.
  private func forced(for streams: [Stream], hearing sounds: Reasons) -> Reasons {
    let heard = Set(sounds.keys.map { title.languages[$0] })
    var reasons: Reasons = [:]
    for whole in pools(.subtitles, of: streams) {
      let pool = whole.filter { rendition($0).forced }
      if heard.isEmpty {
        for place in pool where rendition(place).isDefault { reasons[place] = "forced subtitles by default" }
      }
      for language in heard {
        for place in nearest(to: LanguageRange(language), pool) {
          reasons[place] = "forced subtitles of the chosen audio"
        }
      }
    }
    return reasons
  }

  func rendition(_ place: Int) -> Rendition { title.playlist.renditions[place] }
}
