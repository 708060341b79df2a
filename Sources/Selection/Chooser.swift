package import Playlist

/// Chooses what a person means of a title.
///
/// Variants and renditions are chosen together: a variant whose groups hold what was asked for goes before a
/// better one whose groups do not. Renditions come only from groups that the chosen variants name.
///
/// - Throws: `usage` for words that mean nothing, `nothingMatches` for what this title does not have.
package func choose(
  _ words: SelectionWords, from playlist: MultivariantPlaylist
) throws(SelectionError) -> Choice {
  // No title has as many, and choosing takes time by their product.
  let limit = 10_000
  guard max(playlist.variants.count, playlist.renditions.count) <= limit else {
    throw SelectionError(.nothingMatches, "the playlist has more than \(limit) variants or renditions")
  }
  let chooser = try Chooser(words, Title(playlist))
  return try chooser.choice()
}

struct Chooser {
  let title: Title
  let rules: [VariantRule]
  let also: [VariantRule]
  let audio: [RenditionRule]?
  let subtitles: [RenditionRule]?
  let angles: [RenditionRule]?
  let fallback: Bool

  init(_ words: SelectionWords, _ title: Title) throws(SelectionError) {
    self.title = title
    rules = try Self.parsed(words.video)
    also = try Self.parsed(words.also)
    audio = try words.audio.map(RenditionRule.list)
    subtitles = try words.subtitles.map(RenditionRule.list)
    angles = try words.angles.map(RenditionRule.list)
    fallback = words.fallback
  }

  private static func parsed(_ texts: [String]) throws(SelectionError) -> [VariantRule] {
    var rules: [VariantRule] = []
    for text in texts { rules.append(try VariantRule(parsing: text)) }
    return rules
  }

  func choice() throws(SelectionError) -> Choice {
    guard !title.playlist.variants.isEmpty else {
      throw SelectionError(.nothingMatches, "the playlist has no variant")
    }
    guard let (rule, matches) = firstMatch(rules.isEmpty ? [.standard] : rules) else {
      guard fallback else { throw noVariant(rules) }
      guard let (rule, matches) = firstMatch([.standard]) else { throw noVariant(rules) }
      var choice = try choice(under: rule, matches)
      choice.warnings.append("no variant matches \(quoted(rules)): the default choice is taken")
      return choice
    }
    return try choice(under: rule, matches)
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
    // Sound alone is never taken for the picture, unless the rule leaves no doubt.
    let wantsVideo = title.hasVideo && rule.amount != .all && !rule.asks(.id) && !rule.asks(.codec)
    let matches = title.distinct.filter { index in
      rule.matches(title.traits[index]) && !(wantsVideo && title.traits[index].video == .absent)
    }
    return sorted(matches, by: rule)
  }

  /// Best first; of equals the one that is listed first.
  private func sorted(_ places: [Int], by rule: VariantRule) -> [Int] {
    let usesScore = title.usesScore
    let ranked = places.map { (place: $0, rank: rule.rank(title.traits[$0], usesScore: usesScore)) }
    return ranked.sorted { left, right in
      if left.rank == right.rank { return left.place < right.place }
      return right.rank.lexicographicallyPrecedes(left.rank)
    }.map(\.place)
  }

  /// What stands for `none`: the variants of sound alone, best first; where there are none all others, for
  /// their groups.
  private func soundAlone() -> [Int] {
    let alone = title.distinct.filter { title.traits[$0].video == .absent }
    return sorted(alone.isEmpty ? title.distinct : alone, by: .standard)
  }

  // MARK: - Together

  private func choice(under rule: VariantRule, _ matches: [Int]) throws(SelectionError) -> Choice {
    let auxiliary = try auxiliaryStreams()
    if rule.amount == .all {
      return try assembled(streams(of: matches, rule, reason: "asked for: \(rule.text)") + auxiliary)
    }
    var failure: SelectionError?
    var tried: Set<[String?]> = []
    for (position, place) in matches.enumerated() where tried.count < 64 {
      let stream = stream(at: place, under: rule, within: matches, isFirst: position == 0)
      guard tried.insert(groups(of: stream.lines)).inserted else { continue }
      do throws(SelectionError) {
        var choice = try assembled([stream] + auxiliary)
        if let failure { choice.warnings.append("a better variant is passed over: \(failure.message)") }
        return choice
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? noVariant([rule])
  }

  private func auxiliaryStreams() throws(SelectionError) -> [Stream] {
    var all: [Stream] = []
    for rule in also {
      let matches = rule.amount == .none ? [] : matches(of: rule)
      guard let best = matches.first else { throw noVariant([rule]) }
      let places = rule.amount == .all ? matches : [best]
      all += streams(of: places, rule, reason: "asked for beside it: \(rule.text)", role: .auxiliary)
    }
    return all
  }

  private func streams(
    of places: [Int], _ rule: VariantRule, reason: String, role: ChosenVariant.Role = .primary
  ) -> [Stream] {
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
    return Stream(lines: lines(at: place, rule), role: .primary, reason: reason, isPacked: isPacked)
  }

  /// The lines of a stream that the rule allows, the given one first.
  private func lines(at place: Int, _ rule: VariantRule) -> [Int] {
    [place] + title.linesOfSameStream(as: place).filter { $0 != place && rule.matches(title.traits[$0]) }
  }

  /// What decides which renditions can be had with a stream.
  private func groups(of lines: [Int]) -> [String?] {
    lines.flatMap { line in MediaKind.allCases.map { title.groupID($0, of: title.playlist.variants[line]) } }
  }

  private func reason(for place: Int, under rule: VariantRule, within matches: [Int]) -> String {
    if rule.amount == .none { return "sound alone, as asked for" }
    if rule != .standard && !(rules.isEmpty && rule.text == "best") {
      if rule.conditions.isEmpty { return "\(rule.text) variant" }
      return "\(rule.amount == .worst ? "lowest" : "best") match of \(rule.text)"
    }
    if title.distinct.count == 1 { return "only variant" }
    if !title.hasVideo, title.traits[place].video == .absent {
      return "best variant: the title has no picture"
    }
    if !title.traits[place].isSDR { return "best variant: none is SDR" }
    return matches.allSatisfy { title.traits[$0].isSDR } ? "best variant" : "best SDR variant"
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
