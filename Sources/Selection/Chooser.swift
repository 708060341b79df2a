import Playlist

/// Chooses for one configuration.
struct Chooser {
  let title: Title
  let wishes: Wishes
  let role: ChosenVariant.Role

  /// What is chosen for it.
  ///
  /// - Parameter streams: those of the primary configuration, for one that uses them where what it asks for can
  ///   be had with them; empty for one that chooses its own.
  func part(sharing streams: [Stream] = []) throws(SelectionError) -> Part {
    if let part = shared(streams) { return part }
    return try part(under: wishes.rules)
  }

  /// Of the first rule that matches anything; without rules the default choice.
  func part(under rules: [VariantRule]) throws(SelectionError) -> Part {
    guard let (rule, matches) = firstMatch(rules.isEmpty ? [.standard] : rules) else {
      guard wishes.fallback, let (rule, matches) = firstMatch([.standard]) else { throw noVariant(rules) }
      var part = try part(under: rule, matches)
      part.warnings.insert("no variant matches \(quoted(rules)): the default choice is taken", at: 0)
      return part
    }
    return try part(under: rule, matches)
  }

  // MARK: - Variants

  /// The first rule that matches anything, and the variants it matches, best first.
  private func firstMatch(_ rules: [VariantRule]) -> (rule: VariantRule, matches: [Int])? {
    for rule in rules {
      let matches = matches(of: rule)
      if !matches.isEmpty { return (rule, matches) }
    }
    return nil
  }

  private func matches(of rule: VariantRule) -> [Int] {
    if rule.amount == .none { return soundAlone() }
    return sorted(rule.extremes(of: meeting(rule, of: title.distinct), title.traits), by: rule)
  }

  /// The variants that meet the conditions. Sound alone is never taken for the picture, unless the rule leaves no
  /// doubt.
  func meeting(_ rule: VariantRule, of places: [Int]) -> [Int] {
    let wantsVideo = title.hasVideo && rule.amount != .all && !rule.asks(.id) && !rule.asks(.codec)
    return places.filter { index in
      rule.matches(title.traits[index]) && !(wantsVideo && title.traits[index].video == .absent)
    }
  }

  /// Best first.
  func sorted(_ places: [Int], by rule: VariantRule) -> [Int] {
    let ranked = places.map { (place: $0, rank: VariantRank($0, in: title, under: rule, wishes)) }
    return ranked.sorted { $0.rank > $1.rank }.map(\.place)
  }

  /// What stands for `none`: the variants of sound alone, best first; where there are none all others, for
  /// their groups.
  private func soundAlone() -> [Int] {
    let alone = title.distinct.filter { title.traits[$0].video == .absent }
    return sorted(alone.isEmpty ? title.distinct : alone, by: .standard)
  }

  // MARK: - Together

  private func part(under rule: VariantRule, _ matches: [Int]) throws(SelectionError) -> Part {
    if rule.amount == .all {
      var part = try part(of: allStreams(matches, rule))
      part.warnings += silence(part)
      return part
    }
    var failure: SelectionError?
    var tried: Set<[String?]> = []
    var streams: Set<String> = []
    for (position, place) in matches.enumerated() where tried.count < 64 {
      // Whatever line of a stream comes first, the same can be had with it.
      guard streams.insert(title.playlist.variants[place].uri).inserted else { continue }
      let stream = stream(at: place, under: rule, within: matches, isFirst: position == 0)
      guard tried.insert(groups(of: stream.lines)).inserted else { continue }
      do throws(SelectionError) {
        var part = try part(of: [stream])
        part.isSoundAlone = rule.amount == .none
        part.warnings += unmetMinimum(place)
        if let failure { part.warnings.append("a better variant is passed over: \(failure.message)") }
        return part
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? noVariant([rule])
  }

  /// With the pictures of these streams, where what is asked for can be had with them.
  private func shared(_ streams: [Stream]) -> Part? {
    let rules = wishes.rules.isEmpty ? [VariantRule.standard] : wishes.rules
    let candidates = streams.compactMap { stream -> Stream? in
      guard let first = stream.lines.first else { return nil }
      let all = title.linesOfSameStream(as: first)
      let matching = rules.lazy.map { rule in
        (rule: rule, lines: all.filter { rule.matches(title.traits[$0]) })
      }
      guard let (rule, lines) = matching.first(where: { !$0.lines.isEmpty }) else { return nil }
      return Stream(
        lines: sorted(lines, by: rule), role: role,
        reason: "the picture of the primary variant, with other sound or subtitles",
        isPacked: stream.isPacked)
    }
    guard !candidates.isEmpty else { return nil }
    // What cannot be had with these is looked for with others.
    return try? part(of: candidates)
  }

  private func allStreams(_ places: [Int], _ rule: VariantRule) -> [Stream] {
    let reason = (role == .primary ? "asked for: " : "asked for beside it: ") + rule.text
    var seen: Set<String> = []
    return places.compactMap { place in
      guard seen.insert(title.playlist.variants[place].uri).inserted else { return nil }
      return Stream(lines: lines(at: place, rule), role: role, reason: reason, isPacked: true)
    }
  }

  private func stream(at place: Int, under rule: VariantRule, within matches: [Int], isFirst: Bool) -> Stream
  {
    var reason = reason(for: place, under: rule, within: matches)
    if !isFirst { reason += ", with the sound and subtitles asked for" }
    let isPacked = rule.amount != .none || title.traits[place].video == .absent
    return Stream(lines: lines(at: place, rule), role: role, reason: reason, isPacked: isPacked)
  }

  /// The lines of a stream that the rule allows, the given one first.
  private func lines(at place: Int, _ rule: VariantRule) -> [Int] {
    [place] + title.linesOfSameStream(as: place).filter { $0 != place && rule.matches(title.traits[$0]) }
  }

  /// What decides which renditions can be had with a stream.
  private func groups(of lines: [Int]) -> [String?] {
    lines.flatMap { line in MediaKind.allCases.map { title.groupID($0, of: title.playlist.variants[line]) } }
  }
}

/// One stream to pack: the lines of the playlist that name it.
struct Stream {
  /// Places of variants; the first is the one that was chosen, the others name the same media playlist with
  /// other groups.
  var lines: [Int]
  let role: ChosenVariant.Role
  let reason: String
  /// False where only the groups are wanted.
  let isPacked: Bool
}

/// What is chosen for one configuration.
struct Part {
  let streams: [Stream]
  /// Of all kinds.
  let reasons: Reasons
  /// The AUDIO groups that hold a chosen sound.
  let soundGroups: Set<String>
  /// Those that hold one of at most two channels.
  let stereoGroups: Set<String>
  /// Whether no picture was wanted.
  var isSoundAlone = false
  var warnings: [String]
}
