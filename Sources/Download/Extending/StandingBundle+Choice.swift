import BundleStore
import Playlist
import Selection

extension StandingBundle {
  /// What is to be in the bundle then.
  ///
  /// - Parameter words: those of the request: for what is added the remembered ones.
  /// - Throws: `nothingMatches` also where the source has no longer what the bundle holds of it.
  func choice(
    _ words: SelectionWords, from playlist: MultivariantPlaylist, map: TitleMap
  ) throws(DownloadError) -> Choice {
    guard case .adding(let added) = aim else { return try Self.chosen(words, from: playlist) }
    let union = try Self.chosen(words.adding(added), from: playlist)
    let named = Self.named(added, in: playlist)
    // Words that choose nothing now chose what is there when the source had it.
    let before = try? Self.chosen(words, from: playlist)
    return try merged(union, before: before, named: named, playlist, map)
  }

  private static func chosen(
    _ words: SelectionWords, from playlist: MultivariantPlaylist
  ) throws(DownloadError) -> Choice {
    do { return try choose(words, from: playlist) } catch { throw DownloadError(error) }
  }

  /// What the added words name by themselves.
  private static func named(_ added: SelectionWords, in playlist: MultivariantPlaylist) -> Set<Int> {
    // A word that names no rendition was found in the closed captions, or would have been refused before.
    let audio = try? Naming(audio: added.audio, in: playlist)
    let subtitles = try? Naming(subtitles: added.subtitles, in: playlist)
    return (audio?.renditions ?? []).union(subtitles?.renditions ?? [])
  }

  /// All that is there, and of the rest only what the added words brought: what the source has more of since, in the
  /// eyes of the old words, is for an update.
  private func merged(
    _ union: Choice, before: Choice?, named: Set<Int>, _ playlist: MultivariantPlaylist, _ map: TitleMap
  ) throws(DownloadError) -> Choice {
    var choice = union
    let there = try renditions(in: playlist, map)
    let old = Set(before?.renditions.map(\.index) ?? [])
    choice.renditions = union.renditions.filter { chosen in
      there.contains(chosen.index) || named.contains(chosen.index) || !old.contains(chosen.index)
    }
    let chosen = Set(choice.renditions.map(\.index))
    for index in there.subtracting(chosen) {
      choice.renditions.append(
        ChosenRendition(rendition: playlist.renditions[index], index: index, reason: Self.reason))
    }
    choice.renditions.sort { $0.index < $1.index }
    try mergeVariants(into: &choice, before: before, playlist, map)
    return choice
  }

  private func mergeVariants(
    into choice: inout Choice, before: Choice?, _ playlist: MultivariantPlaylist, _ map: TitleMap
  ) throws(DownloadError) {
    let streams = Set(manifest.variants.map(\.stream)).filter { $0.kind == .variant }
    func folder(_ chosen: ChosenVariant) -> StreamFolder { map.variants[chosen.index].folder }
    let old = Set(before?.variants.map(folder) ?? [])
    choice.variants = choice.variants.filter {
      streams.contains(folder($0)) || !old.contains(folder($0))
    }
    let kept = Set(choice.variants.map(folder))
    var lost: [ChosenVariant] = []
    for variant in manifest.variants where variant.stream.kind == .variant && !kept.contains(variant.stream) {
      guard let index = line(of: variant, in: playlist, map) else { throw gone(variant.record.id) }
      let role: ChosenVariant.Role = variant.role == .primary ? .primary : .auxiliary
      guard !lost.contains(where: { $0.index == index }) else { continue }
      lost.append(
        ChosenVariant(
          variant: playlist.variants[index], index: index, role: role, reason: Self.reason, alternatives: []))
    }
    guard !lost.isEmpty else { return }
    // What is there stands first, as it stood.
    let standing = choice.variants.filter { streams.contains(folder($0)) }
    let new = choice.variants.filter { !streams.contains(folder($0)) }
    choice.variants = lost + standing + new.map { $0.inRole(.auxiliary) }
  }

  private static let reason = "is there already"

  /// The line of a variant of the bundle.
  private func line(
    of variant: ManifestVariant, in playlist: MultivariantPlaylist, _ map: TitleMap
  ) -> Int? {
    let lines = playlist.variants.indices.filter { map.variants[$0].folder == variant.stream }
    return lines.first { playlist.variants[$0].audio == variant.record.groups.audio } ?? lines.first
  }

  /// The places, in the source, of the renditions that the bundle holds of it.
  private func renditions(
    in playlist: MultivariantPlaylist, _ map: TitleMap
  ) throws(DownloadError) -> Set<Int> {
    var places: Set<Int> = []
    let added = Set(manifest.addedRenditions)
    for held in manifest.renditions where !added.contains(held) {
      let place = playlist.renditions.indices.first { index in
        Self.isSame(held.record, playlist.renditions[index]) && map.renditions[index]?.folder == held.stream
          && !places.contains(index)
      }
      guard let place else { throw gone(held.record.id) }
      places.insert(place)
    }
    return places
  }

  private func gone(_ id: String) -> DownloadError {
    DownloadError(
      .wrongSource, "the source has no longer \(id), which the bundle holds",
      hint: "hlspack build --update brings the bundle to what the source is now")
  }
}

extension ChosenVariant {
  fileprivate func inRole(_ role: Role) -> ChosenVariant {
    ChosenVariant(variant: variant, index: index, role: role, reason: reason, alternatives: alternatives)
  }
}

extension SelectionWords {
  /// The words that choose what these choose and what others name beside it.
  func adding(_ added: SelectionWords) -> SelectionWords {
    var words = self
    if let audio = added.audio { words.audio = Self.joined(self.audio ?? ["default"], audio) }
    if let subtitles = added.subtitles { words.subtitles = Self.joined(self.subtitles ?? [], subtitles) }
    var rules = added.video
    // Beside sound alone nothing can stand: the variant becomes the primary one.
    if video == ["none"], let first = rules.first {
      words.video = [first]
      rules.removeFirst()
    }
    words.also += rules.filter { !words.also.contains($0) && !words.video.contains($0) }
    return words
  }

  private static func joined(_ old: [String], _ new: [String]) -> [String] {
    let kept = old.filter { $0 != "none" }
    let all = kept + new.filter { !kept.contains($0) }
    // `all` takes what the others name.
    return all.isEmpty ? old : all
  }
}
