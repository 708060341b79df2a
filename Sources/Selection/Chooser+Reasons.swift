import Playlist

extension Chooser {
  /// Why a variant is taken, in a short sentence for people.
  func reason(for place: Int, under rule: VariantRule, within matches: [Int]) -> String {
    if rule.amount == .none { return "sound alone, as asked for" }
    if let minimum = wishes.minimum.text {
      let isMet = wishes.minimum.isMet(by: title.traits[place])
      return isMet ? "lowest variant of at least \(minimum)" : "highest variant: none has \(minimum)"
    }
    if role == .auxiliary, wishes.rules.contains(rule) { return "asked for beside it: \(rule.text)" }
    guard rule != .standard else { return standardReason(for: place, within: matches) }
    if rule.conditions.isEmpty, [.best, .worst].contains(rule.amount) { return "\(rule.text) variant" }
    return "\(rule.amount == .worst ? "lowest" : "best") match of \(rule.text)"
  }

  private func standardReason(for place: Int, within matches: [Int]) -> String {
    if title.distinct.count == 1 { return "only variant" }
    let traits = title.traits[place]
    if !title.hasVideo, traits.video == .absent { return "best variant: the title has no picture" }
    if wishes.preferences.hdr == true {
      return traits.isSDR ? "best variant: none is HDR" : "best HDR variant"
    }
    if !traits.isSDR { return "best variant: none is SDR" }
    return matches.allSatisfy { title.traits[$0].isSDR } ? "best variant" : "best SDR variant"
  }

  // MARK: - Warnings

  func unmetMinimum(_ place: Int) -> [String] {
    guard let minimum = wishes.minimum.text, !wishes.minimum.isMet(by: title.traits[place]) else { return [] }
    return ["no variant has at least \(minimum): the highest is taken"]
  }

  /// Where all that match are packed, some may have none of the sounds that were asked for.
  func silence(_ part: Part) -> [String] {
    guard wishes.audio?.first?.subject != RenditionRule.Subject.none else { return [] }
    let silent = part.streams.filter { stream in
      let groups = title.groupIDs(.audio, of: stream.lines)
      guard part.soundGroups.isDisjoint(with: groups) else { return false }
      let pool = title.renditions(.audio, in: groups)
      return !pool.isEmpty && pool.allSatisfy { rendition($0).uri != nil }
    }
    guard let first = silent.first?.lines.first else { return [] }
    let more = silent.count > 1 ? " (and \(silent.count - 1) more)" : ""
    return [
      "none of the audio asked for can be had with \(Inventory.variant(title, first))\(more): packed without sound"
    ]
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
