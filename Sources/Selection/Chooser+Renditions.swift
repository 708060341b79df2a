import Playlist

/// Places of renditions, and why each is taken; the first reason stays.
typealias Reasons = [Int: String]

extension Chooser {
  /// Sounds for the streams: for each stream from its own groups.
  func sounds(for streams: [Stream]) throws(SelectionError) -> Reasons {
    guard let audio else { return standardSounds(streams) }
    return try matches(of: audio, .audio, in: streams, standard: standardSounds)
  }

  /// Subtitles for the streams: what was asked for, and the forced ones of the sounds unless nothing is
  /// wanted.
  func subtitles(for streams: [Stream], hearing sounds: Reasons) throws(SelectionError) -> Reasons {
    if subtitles?.first?.subject == RenditionRule.Subject.none { return [:] }
    var reasons: Reasons = [:]
    if let subtitles {
      reasons = try matches(of: subtitles, .subtitles, in: streams) { streams in
        self.standardSubtitles(streams)
      }
    }
    return reasons.merging(forced(for: streams, hearing: sounds)) { first, _ in first }
  }

  /// Camera angles: the default one where nothing was asked for.
  func angles(for streams: [Stream]) throws(SelectionError) -> Reasons {
    let standard = { (streams: [Stream]) -> Reasons in
      self.pools(.video, of: streams).reduce(into: [:]) { reasons, pool in
        if let place = pool.first(where: { self.rendition($0).isDefault }) ?? pool.first {
          reasons[place] = "default angle"
        }
      }
    }
    guard let angles else { return standard(streams) }
    return try matches(of: angles, .video, in: streams, standard: standard)
  }

  /// Closed captions are inside the video and come with it.
  func closedCaptions(for streams: [Stream]) -> Reasons {
    pools(.closedCaptions, of: streams.filter(\.isPacked)).joined().reduce(into: [:]) { reasons, place in
      reasons[place] = "closed captions inside the video"
    }
  }

  // MARK: - Words

  /// What the words of a list match; each word must match something in one stream at least.
  private func matches(
    of rules: [RenditionRule], _ kind: MediaKind, in streams: [Stream], standard: ([Stream]) -> Reasons
  ) throws(SelectionError) -> Reasons {
    var reasons: Reasons = [:]
    for rule in rules where rule.subject != .none {
      if rule.subject == .standard {
        reasons.merge(standard(streams)) { first, _ in first }
        continue
      }
      var found: [Int] = []
      for pool in pools(kind, of: streams) { found += places(of: rule, pool) }
      let isSatisfied = !found.isEmpty || (rule.subject == .all && rule.kind == nil)
      guard isSatisfied || isInClosedCaptions(rule, kind, streams) else {
        throw noRendition(rule, kind, streams)
      }
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

  private func places(of rule: RenditionRule, _ pool: [Int]) -> [Int] {
    let marksOriginal = pool.contains { rendition($0).isOriginal }
    let ofKind = pool.filter { place in
      rule.kind?.matches(rendition(place), channels: channels(of: place), titleMarksOriginal: marksOriginal)
        ?? true
    }
    switch rule.subject {
    case .none, .standard: return []
    case .all: return ofKind
    case .named(let name):
      let exact = ofKind.filter { rendition($0).name == name }
      if !exact.isEmpty { return exact }
      return ofKind.filter { SelectionWords.trimmed(rendition($0).name).lowercased() == name.lowercased() }
    case .language(let range): return nearest(to: range, ofKind, withKind: rule.kind != nil)
    }
  }

  /// The renditions whose language is nearest; for a range with `*` all that it covers.
  private func nearest(to range: LanguageRange, _ pool: [Int], withKind: Bool) -> [Int] {
    let distances = pool.compactMap { place in
      range.distance(to: title.languages[place]).map { (place: place, distance: $0) }
    }
    if range.takesAll { return distances.filter { $0.distance <= 4 }.map(\.place) }
    guard let least = distances.map(\.distance).min() else { return [] }
    let nearest = distances.filter { $0.distance == least }.map(\.place)
    // A described sound is another sound, not one more of this language: it is asked for by its kind.
    let plain = nearest.filter { rendition($0).kind != .audio || !rendition($0).describesVideo }
    return withKind || plain.isEmpty ? nearest : plain
  }

  private func isInClosedCaptions(_ rule: RenditionRule, _ kind: MediaKind, _ streams: [Stream]) -> Bool {
    guard kind == .subtitles else { return false }
    return pools(.closedCaptions, of: streams.filter(\.isPacked)).contains { !places(of: rule, $0).isEmpty }
  }

  // MARK: - Without words

  /// For each stream the default sound in stereo, and in the best multichannel form where there is one.
  private func standardSounds(_ streams: [Stream]) -> Reasons {
    var reasons: Reasons = [:]
    for pool in pools(.audio, of: streams) {
      guard let standard = standardSound(pool) else { continue }
      let forms = forms(of: standard, in: pool)
      let stereo = best(forms.filter { channels(of: $0) <= 2 })
      let multichannel = best(forms.filter { channels(of: $0) > 2 })
      if let stereo { reasons[stereo] = "default audio" }
      if let multichannel {
        reasons[multichannel] = stereo == nil ? "default audio" : "default audio, best multichannel"
      }
    }
    return reasons
  }

  private func standardSound(_ pool: [Int]) -> Int? {
    pool.first { rendition($0).isDefault }
      ?? pool.first { rendition($0).autoselect && !rendition($0).describesVideo }
      ?? pool.first { !rendition($0).describesVideo } ?? pool.first
  }

  /// The same sound in other groups: the same language and purpose, and the same name or also the default.
  private func forms(of standard: Int, in pool: [Int]) -> [Int] {
    let model = rendition(standard)
    return pool.filter { place in
      let other = rendition(place)
      return title.languages[place] == title.languages[standard]
        && Set(other.characteristics) == Set(model.characteristics)
        && (other.name == model.name || other.isDefault && other.groupID != model.groupID)
    }
  }

  /// The lossy one before the lossless, then more channels, then objects, then the group with more bandwidth;
  /// of equals the one that is listed first.
  private func best(_ places: [Int]) -> Int? {
    var best: (place: Int, rank: [Double])?
    for place in places {
      let rendition = rendition(place)
      let group = title.soundGroup(of: rendition)
      let rank = [
        group?.isLossless == true ? 0 : 1, Double(channels(of: place)),
        rendition.channels?.uppercased().contains("JOC") == true ? 1 : 0, Double(group?.bandwidth ?? 0),
      ]
      if best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true { best = (place, rank) }
    }
    return best?.place
  }

  private func standardSubtitles(_ streams: [Stream]) -> Reasons {
    pools(.subtitles, of: streams).joined().reduce(into: [:]) { reasons, place in
      if rendition(place).isDefault { reasons[place] = "default subtitles" }
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
        for place in nearest(to: LanguageRange(language), pool, withKind: true) {
          reasons[place] = "forced subtitles of the chosen audio"
        }
      }
    }
    return reasons
  }

  // MARK: -

  func rendition(_ place: Int) -> Rendition { title.playlist.renditions[place] }

  /// Channels as told; where they are not, six for groups of Dolby Digital alone, else two.
  func channels(of place: Int) -> Int {
    let rendition = rendition(place)
    return rendition.channelCount ?? (title.soundGroup(of: rendition)?.isDolbyAlone == true ? 6 : 2)
  }
}
