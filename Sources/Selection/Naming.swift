package import Playlist

/// What words name of a title that is packed, each word by itself: for commands that take away what is named.
package struct Naming: Sendable, Hashable {
  /// Places in the playlist's variants: all lines of each stream, or, where only the sound was asked for, those
  /// with that sound.
  package var variants: Set<Int> = []
  /// Places in the playlist's renditions.
  package var renditions: Set<Int> = []

  /// Every word must name something.
  ///
  /// A RULE of conditions names every variant that meets them with all its sounds; conditions on the sound alone
  /// (`codec=ac3`) name the lines with that sound. With `best`, `worst`, `min=` or `max=` one. A
  /// language names what `choose` would take for it. `none` in a list names nothing.
  ///
  /// - Parameters:
  ///   - video: RULEs; each counts.
  ///   - playlist: a bundle's own, which names what is packed and nothing else.
  /// - Throws: `usage` for words that mean nothing, `nothingMatches` for one that names nothing.
  package init(
    video: [String] = [], audio: [String]? = nil, subtitles: [String]? = nil,
    in playlist: MultivariantPlaylist
  ) throws(SelectionError) {
    let wishes = try Wishes(ContentConfiguration(video: video, audio: audio, subtitles: subtitles))
    let namer = Namer(playlist, wishes)
    for rule in wishes.rules { variants.formUnion(try namer.variants(rule)) }
    for rule in wishes.audio ?? [] { renditions.formUnion(try namer.renditions(rule, .audio)) }
    for rule in wishes.subtitles ?? [] { renditions.formUnion(try namer.renditions(rule, .subtitles)) }
  }

  /// What there is of video, sound and subtitles, in lines for messages.
  package static func inventory(of playlist: MultivariantPlaylist) -> [String] {
    let title = Title(playlist)
    let places = playlist.renditions.indices.filter { playlist.renditions[$0].kind != .closedCaptions }
    return Inventory.variants(title) + Inventory.renditions(title, Set(places))
  }
}

private struct Namer {
  private let chooser: Chooser
  private let streams: [Stream]
  private var title: Title { chooser.title }

  init(_ playlist: MultivariantPlaylist, _ wishes: Wishes) {
    chooser = Chooser(title: Title(playlist), wishes: wishes, role: .primary)
    var order: [String] = []
    var lines: [String: [Int]] = [:]
    for (index, variant) in playlist.variants.enumerated() {
      if lines[variant.uri] == nil { order.append(variant.uri) }
      lines[variant.uri, default: []].append(index)
    }
    streams = order.map { Stream(lines: lines[$0] ?? [], role: .primary, reason: "", isPacked: true) }
  }

  func variants(_ rule: VariantRule) throws(SelectionError) -> Set<Int> {
    guard rule.amount != .none else {
      throw SelectionError(
        .usage, "'none' names no variant", hint: "a height such as 1080p, or conditions such as height>720")
    }
    let meeting = chooser.meeting(rule, of: Array(title.playlist.variants.indices))
    guard !meeting.isEmpty else { throw nothing(rule) }
    if rule.namesAmount, rule.amount != .all {
      let best = chooser.sorted(rule.extremes(of: meeting, title.traits), by: rule).first
      guard let best, let stream = streams.first(where: { $0.lines.contains(best) }) else {
        throw nothing(rule)
      }
      return Set(stream.lines)
    }
    // Of a stream with several sounds the one that is meant, not the picture.
    if rule.asksOnlySound { return Set(meeting) }
    let met = Set(meeting)
    let whole = streams.filter { met.isSuperset(of: $0.lines) }
    guard !whole.isEmpty else {
      throw SelectionError(
        .nothingMatches, "'\(rule.text)' names no variant with all its sounds",
        available: Inventory.variants(title), hint: "--audio is for the sounds of a variant that stays")
    }
    return Set(whole.flatMap(\.lines))
  }

  private func nothing(_ rule: VariantRule) -> SelectionError {
    SelectionError(
      .nothingMatches, "no variant matches '\(rule.text)'", available: Inventory.variants(title))
  }

  func renditions(_ rule: RenditionRule, _ kind: MediaKind) throws(SelectionError) -> Set<Int> {
    if rule.subject == .none { return [] }
    let found: Set<Int>
    if rule.subject == .standard {
      let standard = kind == .audio ? chooser.standardSounds(streams) : chooser.standardSubtitles(streams)
      found = Set(standard.keys)
    } else {
      found = Set(pools(kind).flatMap { chooser.places(of: rule, $0) })
    }
    guard found.isEmpty else { return found }
    let there = Set(pools(kind).joined())
    throw SelectionError(
      .nothingMatches, "no \(Inventory.plural(kind)) for '\(rule.word)'",
      available: there.isEmpty ? ["none of it"] : Inventory.renditions(title, there))
  }

  /// Those of each stream, and those that no stream names.
  private func pools(_ kind: MediaKind) -> [[Int]] {
    let named = chooser.pools(kind, of: streams)
    let known = Set(named.joined())
    let rest = title.playlist.renditions.indices.filter {
      title.playlist.renditions[$0].kind == kind && !known.contains($0)
    }
    return rest.isEmpty ? named : named + [rest]
  }
}
