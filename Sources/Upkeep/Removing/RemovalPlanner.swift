import BundleStore
import Media
import Playlist
import Selection

/// Works out what is left of a bundle without what was named.
struct RemovalPlanner {
  let local: LocalTitle
  /// What was named; all else follows from it.
  let naming: Naming
  /// Indices into the playlist's variants and renditions: what stays.
  private var lines: [Int] = []
  private var renditions: Set<Int> = []
  /// I-frame and image playlists that stay.
  private var trickPlay: [ManifestTrickPlay] = []
  /// Whether only sound is left, and lines are made for it.
  private var isSoundAlone = false

  private var playlist: MultivariantPlaylist { local.playlist }
  private var old: Manifest { local.manifest }

  init(_ local: LocalTitle, _ naming: Naming) {
    self.local = local
    self.naming = naming
  }

  mutating func plan(takesLastVideo: Bool, history: HistoryEntry) throws(RemovalError) -> Removal {
    guard !naming.variants.isEmpty || !naming.renditions.isEmpty else { return nothing }
    try chooseLines(takesLastVideo)
    chooseRenditions()
    do throws(BundleError) {
      try chooseTrickPlay()
    } catch {
      throw .bundle(error)
    }
    guard !keptVariants.isEmpty else {
      throw .refused(
        "\(old.title): nothing would be left to play", hint: "delete the bundle's folder to be rid of it all")
    }
    let manifest = reduced(history)
    do throws(BundleError) {
      try local.checkSums()
      return try removal(manifest)
    } catch {
      throw .bundle(error)
    }
  }

  private var nothing: Removal {
    Removal(place: local.bundle.path, selections: [], files: [], manifest: old, playlist: [])
  }

  // MARK: - What stays

  private mutating func chooseLines(_ takesLastVideo: Bool) throws(RemovalError) {
    isSoundAlone = local.isSoundAlone
    guard !isSoundAlone else {
      guard naming.variants.isEmpty else {
        throw .refused(
          "\(old.title): only sound is packed, there is no video to remove",
          hint: "--audio and --subtitles name what there is")
      }
      return
    }
    lines = playlist.variants.indices.filter { !naming.variants.contains($0) }
    let hadVideo = playlist.variants.indices.contains(where: hasVideo)
    guard !hadVideo || takesLastVideo || lines.contains(where: hasVideo) else {
      throw .refused(
        "\(old.title): the last variant with a picture would go",
        hint: "--last-video takes it too and leaves the sound alone")
    }
    isSoundAlone = lines.isEmpty
  }

  private func hasVideo(_ line: Int) -> Bool {
    let variant = playlist.variants[line]
    if variant.resolution != nil || variant.frameRate != nil { return true }
    if variant.codecs.contains(where: { CodecFamily($0).kind == .video }) { return true }
    guard let stream = old.stream(local.variantFolders[line]) else { return true }
    return stream.tracks.contains { $0.kind == .video } || (stream.tracks.isEmpty && variant.codecs.isEmpty)
  }

  /// Without what was named, and without what only variants that go had.
  private mutating func chooseRenditions() {
    renditions = Set(playlist.renditions.indices).subtracting(naming.renditions)
    let before = groups(of: Array(playlist.variants.indices))
    let after = groups(of: lines)
    for index in renditions {
      let rendition = playlist.renditions[index]
      let isOfVideo = rendition.kind == .video || rendition.kind == .closedCaptions || rendition.uri == nil
      let hasGone =
        before[rendition.kind, default: []].contains(rendition.groupID)
        && !after[rendition.kind, default: []].contains(rendition.groupID)
      if isSoundAlone ? isOfVideo : hasGone { renditions.remove(index) }
    }
    if !isSoundAlone { lines = lines.filter(keptForItsGroups) }
  }

  private func groups(of lines: [Int]) -> [MediaKind: Set<String>] {
    var groups: [MediaKind: Set<String>] = [:]
    for line in lines {
      for kind in MediaKind.allCases {
        if let name = group(kind, of: line) { groups[kind, default: []].insert(name) }
      }
    }
    return groups
  }

  private func group(_ kind: MediaKind, of line: Int) -> String? {
    let variant = playlist.variants[line]
    switch kind {
    case .audio: return variant.audio
    case .video: return variant.video
    case .subtitles: return variant.subtitles
    case .closedCaptions:
      if case .group(let name) = variant.closedCaptions { return name } else { return nil }
    }
  }

  private func isKept(_ kind: MediaKind, _ group: String?) -> Bool {
    renditions.contains { playlist.renditions[$0].kind == kind && playlist.renditions[$0].groupID == group }
  }

  /// Of the lines of one stream those whose sound is kept; where that is none, the first, and each that alone names
  /// something else that is kept.
  private func keptForItsGroups(_ line: Int) -> Bool {
    let same = lines.filter { local.variantFolders[$0] == local.variantFolders[line] }
    let sounding = same.filter { isKept(.audio, group(.audio, of: $0)) }
    guard sounding.isEmpty else { return sounding.contains(line) }
    let earlier = same.prefix { $0 != line }
    guard !earlier.isEmpty else { return true }
    return [MediaKind.subtitles, .video].contains { kind in
      let name = group(kind, of: line)
      return isKept(kind, name) && !earlier.contains { group(kind, of: $0) == name }
    }
  }

  /// Those that show frames of streams that go, go too; without a picture all do.
  private mutating func chooseTrickPlay() throws(BundleError) {
    trickPlay = []
    guard lines.contains(where: hasVideo) else { return }
    for record in old.iFrameStreams + old.imageStreams {
      var borrows = false
      if old.stream(record.stream)?.totals.segments == 0 {
        let lenders = try Reference.uris(of: record.stream, in: local.bundle).compactMap(Reference.folder)
        borrows = lenders.contains { !mediaStreams.contains($0) }
      }
      if !borrows { trickPlay.append(record) }
    }
  }

  /// Streams of the variants and renditions that stay.
  private var mediaStreams: Set<StreamFolder> {
    Set(lines.map { local.variantFolders[$0] } + renditions.compactMap { local.renditionFolders[$0] })
  }

  var keptStreams: Set<StreamFolder> { mediaStreams.union(trickPlay.map(\.stream)) }

  // MARK: - As records

  var keptRenditions: [ManifestRendition] {
    zip(old.renditions, local.renditionLines).filter { $1.map(renditions.contains) ?? true }.map(\.0)
  }

  /// In the old order. The first is the primary one.
  var keptVariants: [ManifestVariant] {
    if isSoundAlone { return soundAlone.map { [$0] } ?? [] }
    let kept = Set(lines)
    let streams = Set(lines.map { local.variantFolders[$0] })
    var variants = zip(old.variants, local.variantLines).filter { variant, line in
      line.map(kept.contains) ?? streams.contains(variant.stream)
    }.map(\.0)
    guard let first = variants.first, !variants.contains(where: { $0.role == .primary }) else {
      return variants
    }
    for index in variants.indices where variants[index].stream == first.stream {
      variants[index].role = .primary
    }
    return variants
  }

  /// The sound that stands for the variant, as `build --video none` has it.
  private var soundAlone: ManifestVariant? {
    let sounds = keptRenditions.filter { $0.record.kind == .audio && $0.stream != nil }
    guard let first = sounds.first(where: \.record.isDefault) ?? sounds.first, let folder = first.stream,
      let stream = old.stream(folder)
    else { return nil }
    let subtitles = keptRenditions.first { $0.record.kind == .subtitles }
    let record = VariantRecord(
      id: SelectionIDs.variant(folder), uri: first.record.uri ?? stream.source,
      bandwidth: stream.peakBandwidth, averageBandwidth: stream.averageBandwidth,
      codecs: MadeMultivariant.codecs(stream.tracks),
      groups: VariantRecord.Groups(
        audio: first.record.groupID, subtitles: subtitles?.record.groupID))
    return ManifestVariant(record: record, role: .primary, stream: folder)
  }

  private func reduced(_ history: HistoryEntry) -> Manifest {
    let streams = keptStreams
    var manifest = old
    manifest.variants = keptVariants
    manifest.renditions = keptRenditions
    manifest.iFrameStreams = old.iFrameStreams.filter(trickPlay.contains)
    manifest.imageStreams = old.imageStreams.filter(trickPlay.contains)
    manifest.streams = old.streams.filter { streams.contains($0.folder) }
    manifest.gaps = manifest.streams.reduce(0) { $0 + $1.totals.gaps }
    manifest.missing = old.missing.filter { streams.contains($0.stream) }
    let longest = RemovalPlanner.longest(manifest.streams)
    if longest < RemovalPlanner.longest(old.streams) { manifest.durationSeconds = longest }
    manifest.selection = RemainingWords(local, naming, lines: lines, renditions: renditions)
      .selection(isSoundAlone: isSoundAlone, variants: manifest.variants)
    manifest.history.append(history)
    return manifest
  }

  private static func longest(_ streams: [StreamRecord]) -> Double {
    streams.filter { !$0.folder.kind.isTrickPlay }.map(\.totals.durationSeconds).max() ?? 0
  }

  // MARK: - As files

  private func removal(_ planned: Manifest) throws(BundleError) -> Removal {
    var manifest = planned
    var files: [FileRecord] = []
    for stream in old.streams where manifest.stream(stream.folder) == nil {
      files += try self.files(of: stream)
    }
    files += try dropKeys(from: &manifest)
    let gone = Set(files.map(\.path))
    manifest.files = old.files.filter { !gone.contains($0.path) }
    return Removal(
      place: local.bundle.path, selections: selections(manifest),
      files: files.sorted { $0.path < $1.path }, manifest: manifest, playlist: try edited(manifest))
  }

  private func selections(_ manifest: Manifest) -> [Removal.Selection] {
    let variants = Set(manifest.variants.map(\.record.id))
    let renditions = Set(manifest.renditions.map(\.record.id))
    return old.variants.filter { !variants.contains($0.record.id) }.map { .variant($0) }
      + old.renditions.filter { !renditions.contains($0.record.id) }.map { .rendition($0) }
      + (old.iFrameStreams + old.imageStreams).filter { !trickPlay.contains($0) }.map { .trickPlay($0) }
  }

  /// All files of a stream, and its playlist as fetched.
  private func files(of stream: StreamRecord) throws(BundleError) -> [FileRecord] {
    let original = DataName(.playlist, name: "\(stream.folder.text).m3u8", of: old.identity).path
    var files = old.files.filter { $0.path.stream == stream.folder || $0.path == original }
    try local.bundle.forEachFile(of: stream) { (file) throws(BundleError) in
      files.append(
        FileRecord(path: .media(file.name, of: stream.folder), bytes: file.bytes, sha256: file.sha256))
    }
    return files
  }

  /// Keys that only streams that go needed. Their places stay, since listings count by them; those at the end do not.
  private func dropKeys(from manifest: inout Manifest) throws(BundleError) -> [FileRecord] {
    guard !old.keys.isEmpty else { return [] }
    let kept = Set(manifest.streams.map(\.folder))
    let gone = old.streams.filter { !kept.contains($0.folder) }
    let needed = try Reference.keys(of: manifest.streams, in: local.bundle)
    let unneeded = try Reference.keys(of: gone, in: local.bundle).subtracting(needed)
    var files: [FileRecord] = []
    for index in unneeded where manifest.keys.indices.contains(index) {
      files += old.files.filter { $0.path == manifest.keys[index].path }
      manifest.keys[index].path = nil
      manifest.keys[index].state = .removed
    }
    while manifest.keys.last?.state == .removed { manifest.keys.removeLast() }
    return files
  }

  /// The `index.m3u8` to be.
  private func edited(_ manifest: Manifest) throws(BundleError) -> [UInt8] {
    var media = StreamTracks()
    for stream in manifest.streams { media.add(stream) }
    // The manifest's order, which is that of the choice: the primary one first.
    let chosen = zip(old.variants, local.variantLines).compactMap(\.1) + lines
    var seen: Set<Int> = []
    let kept = Set(lines)
    var packed = PackedTitle(
      variants: chosen.filter { kept.contains($0) && seen.insert($0).inserted }, renditions: renditions,
      variantFolders: local.variantFolders, renditionFolders: local.renditionFolders)
    for data in playlist.sessionData {
      packed.sessionData[data.line] = String(
        playlist.substitutedText(data.line).drop { $0 != ":" }.dropFirst())
    }
    let streams = Set(trickPlay.map(\.stream.text))
    for stream in playlist.iFrameStreams + playlist.imageStreams {
      let name = stream.uri.split(separator: "/").first.map(String.init) ?? ""
      if streams.contains(name) { packed.trickPlay[stream.line] = StreamFolder(name) }
    }
    if isSoundAlone, let variant = manifest.variants.first {
      packed.made = MadeMultivariant.soundAlone(manifest.renditions, groups: variant.record.groups) {
        manifest.stream($0)
      }
    }
    let index = LocalMultivariant(playlist, packed: packed, media: media).serialized()
    do throws(AddedSubtitles.Refusal) {
      return try AddedSubtitles.inserted(manifest.addedRenditions, into: index)
    } catch {
      throw BundleError(
        .damaged, "changing", place: local.bundle.path, file: BundlePath.multivariantPlaylist.text,
        reason: error.reason)
    }
  }
}
