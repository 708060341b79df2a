package import Playlist

/// Chooses what a person means of a title.
///
/// Variants and renditions are chosen together: a variant whose groups hold what was asked for goes before a
/// better one whose groups do not. Renditions come only from groups that the chosen variants name. Each auxiliary
/// configuration is chosen with its own rules; what is chosen for several is packed once.
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
  let wishes = try Wishes(words.primary)
  let auxiliary = try words.auxiliaryWishes()
  guard !playlist.variants.isEmpty else {
    throw SelectionError(.nothingMatches, "the playlist has no variant")
  }
  let title = Title(playlist)
  let primary = try Chooser(title: title, wishes: wishes, role: .primary).part()
  var parts = [primary]
  for configuration in auxiliary {
    parts.append(try part(of: configuration, beside: primary, wishes, words, title))
  }
  return Assembly(title: title, parts: parts).choice()
}

/// What is chosen for an auxiliary configuration.
private func part(
  of configuration: SelectionWords.Auxiliary, beside primary: Part, _ wishes: Wishes, _ words: SelectionWords,
  _ title: Title
) throws(SelectionError) -> Part {
  if primary.isSoundAlone, configuration.wishes.asksVideo { throw configuration.besideSoundAlone }
  let shares =
    words.optimizesAuxiliary != false && configuration.wishes.asksNothingOfVideo(beside: wishes)
  let chooser = Chooser(title: title, wishes: configuration.wishes, role: .auxiliary)
  do throws(SelectionError) {
    var part =
      try primary.isSoundAlone
      ? chooser.part(under: [.soundAlone]) : chooser.part(sharing: shares ? primary.streams : [])
    part.warnings = part.warnings.map { "\(configuration.label): \($0)" }
    return part
  } catch {
    // A RULE that matches nothing is named by the message itself.
    throw error.message.hasPrefix("no variant") && configuration.rule != nil
      ? error : error.within(configuration.label)
  }
}
