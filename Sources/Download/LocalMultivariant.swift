import BundleStore
import Media
import Playlist
import Selection

/// Writes the bundle's multivariant playlist (hlspack-bundle(5), LOCAL PLAYLISTS): one EXT-X-STREAM-INF for each
/// kept variant and each kept AUDIO group of it, the primary variant first.
struct LocalMultivariant {
  private let playlist: MultivariantPlaylist
  private let map: TitleMap
  private let media: StreamTracks
  /// Indices into the source's renditions.
  private let kept: Set<Int>
  /// A whole EXT-X-STREAM-INF with its URI line, where sound alone is packed; else empty.
  private let made: [String]
  private let lines: [StreamLine]
  private var edits: PlaylistEdits

  /// One EXT-X-STREAM-INF to be.
  private struct StreamLine {
    /// Index into the source's variants.
    let variant: Int
    let folder: StreamFolder
    let audio: String?
    let subtitles: String?
    let video: String?
  }

  /// - Parameter made: an EXT-X-STREAM-INF and its URI line, for a title of which no variant is packed.
  init(
    _ playlist: MultivariantPlaylist, plan: BuildPlan, map: TitleMap, media: StreamTracks, made: [String] = []
  ) {
    self.made = made
    self.playlist = playlist
    self.map = map
    self.media = media
    let chosen = Set(plan.renditions.map(\.index))
    lines = Self.lines(playlist, plan: plan, map: map, chosen: chosen)
    let captionGroups = Set(lines.compactMap { Self.captions(of: playlist.variants[$0.variant]) })
    kept = chosen.union(
      playlist.renditions.indices.filter {
        let rendition = playlist.renditions[$0]
        return rendition.kind == .closedCaptions && captionGroups.contains(rendition.groupID)
      })
    edits = PlaylistEdits(of: playlist.text)
  }

  /// The bytes of `index.m3u8`.
  func serialized() -> [UInt8] {
    var copy = self
    copy.edit()
    return copy.edits.serialized(normalizing: true)
  }

  // MARK: - Which lines

  private static func lines(
    _ playlist: MultivariantPlaylist, plan: BuildPlan, map: TitleMap, chosen: Set<Int>
  ) -> [StreamLine] {
    func group(_ name: String?, _ kind: MediaKind) -> String? {
      guard let name else { return nil }
      let isKept = chosen.contains { index in
        let rendition = playlist.renditions[index]
        return rendition.kind == kind && rendition.groupID == name
      }
      return isKept ? name : nil
    }
    var lines: [StreamLine] = []
    for variant in plan.choice?.variants ?? [] {
      let folder = map.variants[variant.index].folder
      let others = playlist.variants.indices.filter {
        $0 != variant.index && map.variants[$0].folder == folder
      }
      var audioGroups: Set<String> = []
      for index in [variant.index] + others {
        let source = playlist.variants[index]
        let audio = group(source.audio, .audio)
        // A second line for the stream is worth having for another group of sound alone.
        if index != variant.index, audio.map({ !audioGroups.contains($0) }) != true { continue }
        if let audio { audioGroups.insert(audio) }
        lines.append(
          StreamLine(
            variant: index, folder: folder, audio: audio, subtitles: group(source.subtitles, .subtitles),
            video: group(source.video, .video)))
      }
    }
    return withoutRepeats(lines)
  }

  private static func withoutRepeats(_ lines: [StreamLine]) -> [StreamLine] {
    var seen: Set<Int> = []
    let unique = lines.filter { seen.insert($0.variant).inserted }
    // A line that lost its group of sound gives way to one of the same stream that kept one.
    return unique.filter { line in
      line.audio != nil || !unique.contains { $0.folder == line.folder && $0.audio != nil }
    }
  }

  private static func captions(of variant: Variant) -> String? {
    if case .group(let name) = variant.closedCaptions { name } else { nil }
  }

  // MARK: - Editing

  private mutating func edit() {
    let renditions = Dictionary(
      playlist.renditions.enumerated().map { ($1.line, $0) }, uniquingKeysWith: { first, _ in first })
    var streamLines: Set<Int> = []
    for variant in playlist.variants {
      streamLines.insert(variant.line)
      streamLines.insert(variant.uriLine)
    }
    for line in playlist.text.lines.indices where !streamLines.contains(line) {
      switch playlist.text.kind(line) {
      case .blank, .uri: edits.drop(line: line)
      case .comment: if holdsAddress(line) { edits.drop(line: line) }
      case .tag(let name): edit(tag: name, line: line, rendition: renditions[line])
      }
    }
    edits.dropRepeated([.extM3U, .version, .independentSegments, .start])
    edits.resolve(playlist.variables)
    edits.raiseVersion(to: max(playlist.version ?? 1, requiredVersion))
    editStreamLines()
    for line in made { edits.append(line) }
  }

  private mutating func edit(tag: TagName?, line: Int, rendition: Int?) {
    switch tag {
    case .extM3U: edits.replace(line: line, with: "#EXTM3U")
    case .media:
      guard let rendition, kept.contains(rendition) else { return edits.drop(line: line) }
      edits.replace(line: line, with: mediaLine(rendition))
    case .version, .independentSegments: break
    case .start: if playlist.start == nil { edits.drop(line: line) }
    case .none: if holdsAddress(line) { edits.drop(line: line) }
    default: edits.drop(line: line)
    }
  }

  private func mediaLine(_ index: Int) -> String {
    var attributes = attributes(playlist.renditions[index].line)
    if let place = map.renditions[index] {
      attributes.set("URI", quoted: "\(place.folder.text)/playlist.m3u8")
    }
    attributes.remove("PATHWAY-ID")
    attributes.removeAddresses()
    if becomesDefault(index) {
      attributes.set("DEFAULT", enumerated: "YES")
      attributes.set("AUTOSELECT", enumerated: "YES")
    }
    return "#EXT-X-MEDIA:\(attributes.text)"
  }

  /// The first kept member of a group whose default was left out.
  private func becomesDefault(_ index: Int) -> Bool {
    let rendition = playlist.renditions[index]
    let group = playlist.renditions.indices.filter {
      playlist.renditions[$0].kind == rendition.kind && playlist.renditions[$0].groupID == rendition.groupID
    }
    let hadDefault = group.contains { playlist.renditions[$0].isDefault }
    let keepsDefault = group.contains { playlist.renditions[$0].isDefault && kept.contains($0) }
    return hadDefault && !keepsDefault && group.first(where: kept.contains) == index
  }

  /// The kept lines stay where they are, but for those of the primary variant: they go to the front.
  private mutating func editStreamLines() {
    let texts = lines.map { ($0.variant, streamText($0)) }
    let byVariant = Dictionary(texts, uniquingKeysWith: { first, _ in first })
    let primary = lines.first.map { first in lines.filter { $0.folder == first.folder } } ?? []
    let moved = Set(primary.map(\.variant))
    let front = playlist.variants.map(\.line).min() ?? 0
    for text in primary.flatMap({ byVariant[$0.variant] ?? [] }) { edits.insert(before: front, text) }
    for (index, variant) in playlist.variants.enumerated() {
      if let text = byVariant[index], !moved.contains(index), text.count == 2 {
        edits.replace(line: variant.line, with: text[0])
        edits.replace(line: variant.uriLine, with: text[1])
      } else {
        edits.drop(line: variant.line)
        edits.drop(line: variant.uriLine)
      }
    }
  }

  private func streamText(_ line: StreamLine) -> [String] {
    let variant = playlist.variants[line.variant]
    var attributes = attributes(variant.line)
    set(&attributes, "AUDIO", line.audio)
    set(&attributes, "SUBTITLES", line.subtitles)
    set(&attributes, "VIDEO", line.video)
    attributes.remove("PATHWAY-ID")
    attributes.remove("URI")
    if variant.closedCaptions == ClosedCaptions.none, !allLackCaptions {
      attributes.remove("CLOSED-CAPTIONS")
    }
    attributes.removeAddresses()
    let folders = folders(of: line)
    if let codecs = media.codecs(of: folders, written: variant.codecs) {
      attributes.set("CODECS", quoted: codecs)
    }
    if attributes["BANDWIDTH"] == nil {
      attributes.set("BANDWIDTH", enumerated: String(media.peak(of: folders)))
    }
    return ["#EXT-X-STREAM-INF:\(attributes.text)", "\(line.folder.text)/playlist.m3u8"]
  }

  private func set(_ attributes: inout AttributeList, _ name: String, _ group: String?) {
    if group == nil { attributes.remove(name) }
  }

  /// CLOSED-CAPTIONS=NONE stands on all lines or on none (RFC 8216bis, 4.4.6.2).
  private var allLackCaptions: Bool {
    lines.allSatisfy { playlist.variants[$0.variant].closedCaptions == ClosedCaptions.none }
  }

  /// The streams that a line lets a player choose from.
  private func folders(of line: StreamLine) -> [StreamFolder] {
    var folders = [line.folder]
    for index in kept {
      let rendition = playlist.renditions[index]
      let isOfLine =
        switch rendition.kind {
        case .audio: rendition.groupID == line.audio
        case .subtitles: rendition.groupID == line.subtitles
        case .video: rendition.groupID == line.video
        case .closedCaptions: false
        }
      if isOfLine, let place = map.renditions[index] { folders.append(place.folder) }
    }
    return folders
  }

  // MARK: - Lines

  private func attributes(_ line: Int) -> AttributeList {
    let text = playlist.substitutedText(line)
    guard let colon = text.firstIndex(of: ":") else { return AttributeList(parsing: "") }
    return AttributeList(parsing: String(text[text.index(after: colon)...]))
  }

  private func holdsAddress(_ line: Int) -> Bool { playlist.substitutedText(line).holdsAddress }

  /// The lowest EXT-X-VERSION for what is kept (RFC 8216bis, 8).
  private var requiredVersion: Int {
    var needed = 1
    for index in kept {
      guard let instream = playlist.renditions[index].instreamID else { continue }
      if playlist.renditions[index].kind != .closedCaptions { needed = 13 }
      if instream.hasPrefix("SERVICE") { needed = max(needed, 7) }
    }
    if lines.contains(where: { playlist.variants[$0.variant].videoLayout != nil }) {
      needed = max(needed, 12)
    }
    return needed
  }
}
