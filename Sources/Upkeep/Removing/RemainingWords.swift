import BundleStore
import Playlist
import Selection

/// The words that choose what is left, so that an update does not bring back what was removed.
struct RemainingWords {
  private let local: LocalTitle
  private let naming: Naming
  private let lines: [Int]
  private let renditions: Set<Int>

  private var playlist: MultivariantPlaylist { local.playlist }

  init(_ local: LocalTitle, _ naming: Naming, lines: [Int], renditions: Set<Int>) {
    self.local = local
    self.naming = naming
    self.lines = lines
    self.renditions = renditions
  }

  /// What was said stays where nothing of its kind was named. Several configurations become one, which says all.
  func selection(isSoundAlone: Bool, variants: [ManifestVariant]) -> SelectionRecord {
    var selection = local.manifest.selection
    let saysAll = !selection.auxiliary.isEmpty
    selection.auxiliary = []
    if saysAll { selection.optimizesAuxiliary = nil }
    if saysAll || named(.audio) { selection.audio = words(.audio) }
    if saysAll || named(.subtitles) { selection.subtitles = words(.subtitles) }
    guard saysAll || !naming.variants.isEmpty else { return selection }
    let rules = isSoundAlone ? ["none"] : rules(variants)
    selection.video = Array(rules.prefix(1))
    selection.also = Array(rules.dropFirst())
    selection.minBitrate = nil
    selection.minSize = nil
    return selection
  }

  private func named(_ kind: MediaKind) -> Bool {
    naming.renditions.contains { playlist.renditions[$0].kind == kind }
  }

  /// One for each stream, the primary one's first.
  private func rules(_ variants: [ManifestVariant]) -> [String] {
    var seen: Set<StreamFolder> = []
    return variants.filter { seen.insert($0.stream).inserted }.map { variant in
      variant.record.stableID.map { "id=\($0)" } ?? "bandwidth=\(variant.record.bandwidth)"
    }
  }

  private func words(_ kind: MediaKind) -> [String] {
    // What a person added from a file is not the source's to give.
    let added = Set(local.manifest.addedStreams.map(\.folder))
    let kept = renditions.filter { index in
      playlist.renditions[index].kind == kind
        && !(local.renditionFolders[index].map(added.contains) ?? false)
    }.sorted()
    var seen: Set<String> = []
    let words = kept.map { word(for: $0, kind) }.filter { seen.insert($0).inserted }
    return words.isEmpty ? ["none"] : words
  }

  /// The shortest word that names it and nothing that went.
  private func word(for index: Int, _ kind: MediaKind) -> String {
    let rendition = playlist.renditions[index]
    let named = "name=\(rendition.name.replacing(",", with: "\\,"))"
    guard let language = rendition.language, !language.isEmpty else { return named }
    let kinds = ["", ":main", ":forced", ":sdh", ":describes-video", ":stereo", ":multichannel"]
    let fitting = kinds.map { language + $0 }.first { word in
      let found =
        try? kind == .audio  // a word that names nothing does not fit
        ? Naming(audio: [word], in: playlist) : Naming(subtitles: [word], in: playlist)
      guard let found = found?.renditions else { return false }
      return found.contains(index) && found.isSubset(of: renditions)
    }
    return fitting ?? named
  }
}
