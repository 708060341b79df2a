import Media
package import Playlist

/// Writes the bundle's multivariant playlist (hlspack-bundle(5), LOCAL PLAYLISTS): one EXT-X-STREAM-INF for each
/// kept variant and each kept AUDIO group of it, the primary variant first.
package struct LocalMultivariant {
  private let playlist: MultivariantPlaylist
  private let packed: PackedTitle
  private let media: StreamTracks
  /// Indices into the source's renditions.
  private let kept: Set<Int>
  private let lines: [StreamLine]
  private let groups: RenditionGroups
  /// CLOSED-CAPTIONS groups that are there.
  private let captionGroups: Set<String>
  /// CLOSED-CAPTIONS=NONE stands on all lines or on none (RFC 8216bis, 4.4.6.2).
  private let allLackCaptions: Bool
  private var edits: PlaylistEdits

  /// - Parameters:
  ///   - playlist: the source's, or the one of a bundle of which less is to be kept.
  ///   - media: what is measured of the streams that are packed.
  package init(_ playlist: MultivariantPlaylist, packed: PackedTitle, media: StreamTracks) {
    self.playlist = playlist
    self.packed = packed
    self.media = media
    groups = RenditionGroups(of: playlist, kept: packed.renditions)
    lines = StreamLine.lines(for: packed, of: playlist, groups: groups)
    allLackCaptions = lines.allSatisfy {
      playlist.variants[$0.variant].closedCaptions == ClosedCaptions.none
    }
    let named = Set(lines.compactMap { Self.captions(of: playlist.variants[$0.variant]) })
    let captions = playlist.renditions.indices.filter {
      playlist.renditions[$0].kind == .closedCaptions && named.contains(playlist.renditions[$0].groupID)
    }
    captionGroups = Set(captions.map { playlist.renditions[$0].groupID })
    kept = packed.renditions.union(captions)
    edits = PlaylistEdits(of: playlist.text)
  }

  /// The bytes of `index.m3u8`.
  package func serialized() -> [UInt8] {
    var copy = self
    copy.edit()
    return copy.edits.serialized(normalizing: true)
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
    edits.dropRepeated([.extM3U, .version, .independentSegments])
    edits.resolve(playlist.variables)
    edits.raiseVersion(to: max(playlist.version ?? 1, requiredVersion))
    editStreamLines()
    for line in packed.made { edits.append(line) }
  }

  private mutating func edit(tag: TagName?, line: Int, rendition: Int?) {
    switch tag {
    case .extM3U: edits.replace(line: line, with: "#EXTM3U")
    case .media:
      guard let rendition, kept.contains(rendition) else { return edits.drop(line: line) }
      edits.replace(line: line, with: mediaLine(rendition))
    case .sessionData:
      guard let text = packed.sessionData[line] else { return edits.drop(line: line) }
      edits.replace(line: line, with: "#EXT-X-SESSION-DATA:\(text)")
    case .iFrameStreamInf?, .imageStreamInf?: editTrickPlay(line)
    case .version, .independentSegments: break
    // Only one counts, and it need not be the first: one that clients must ignore may stand before it.
    case .start: if playlist.start?.line != line { edits.drop(line: line) }
    case .none: if holdsAddress(line) { edits.drop(line: line) }
    default: edits.drop(line: line)
    }
  }

  private func mediaLine(_ index: Int) -> String {
    var attributes = attributes(playlist.renditions[index].line)
    if let folder = packed.renditionFolders[index] {
      attributes.set("URI", quoted: "\(folder.text)/playlist.m3u8")
    } else {
      attributes.remove("URI")
    }
    attributes.remove("PATHWAY-ID")
    attributes.removeAddresses()
    if groups.becomesDefault(index) {
      attributes.set("DEFAULT", enumerated: "YES")
      attributes.set("AUTOSELECT", enumerated: "YES")
    }
    return "#EXT-X-MEDIA:\(attributes.text)"
  }

  private mutating func editTrickPlay(_ line: Int) {
    let all = playlist.iFrameStreams + playlist.imageStreams
    guard let folder = packed.trickPlay[line], let stream = all.first(where: { $0.line == line }) else {
      return edits.drop(line: line)
    }
    var attributes = attributes(line)
    attributes.set("URI", quoted: "\(folder.text)/playlist.m3u8")
    attributes.remove("PATHWAY-ID")
    set(&attributes, "VIDEO", groups.keptName(.video, stream.qualities.video))
    attributes.removeAddresses()
    if attributes["BANDWIDTH"] == nil {
      attributes.set("BANDWIDTH", enumerated: String(max(1, media.peak(of: [folder]))))
    }
    let text = playlist.text.text(line)
    edits.replace(line: line, with: "\(text.prefix { $0 != ":" }):\(attributes.text)")
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
    let lacksCaptions = variant.closedCaptions == ClosedCaptions.none && !allLackCaptions
    let captions = Self.captions(of: variant)
    if lacksCaptions || (captions != nil && !captionGroups.contains(captions ?? "")) {
      attributes.remove("CLOSED-CAPTIONS")
    }
    attributes.removeAddresses()
    let folders = folders(of: line)
    if let codecs = media.codecs(of: folders, written: variant.codecs) {
      attributes.set("CODECS", quoted: codecs.joined(separator: ","))
      if Self.nameVideo(codecs), !Self.nameVideo(variant.codecs) { addPicture(of: folders, to: &attributes) }
    }
    if attributes["BANDWIDTH"] == nil {
      attributes.set("BANDWIDTH", enumerated: String(media.peak(of: folders)))
    }
    return ["#EXT-X-STREAM-INF:\(attributes.text)", "\(line.folder.text)/playlist.m3u8"]
  }

  private static func nameVideo(_ codecs: [String]) -> Bool {
    codecs.contains { CodecFamily($0).kind == .video }
  }

  /// A stream that only its media show to have pictures needs their size, too.
  private func addPicture(of folders: [StreamFolder], to attributes: inout AttributeList) {
    let picture = media.picture(of: folders)
    if attributes["RESOLUTION"] == nil, let size = picture.resolution {
      attributes.set("RESOLUTION", enumerated: size)
    }
    if attributes["FRAME-RATE"] == nil, let rate = picture.frameRate {
      attributes.set("FRAME-RATE", enumerated: rate)
    }
  }

  private func set(_ attributes: inout AttributeList, _ name: String, _ group: String?) {
    guard let group else { return attributes.remove(name) }
    // Another line of the same stream names the group, not this one.
    if attributes[name] == nil { attributes.set(name, quoted: group) }
  }

  /// The streams that a line lets a player choose from.
  private func folders(of line: StreamLine) -> [StreamFolder] {
    let members =
      groups.kept(.audio, line.audio) + groups.kept(.subtitles, line.subtitles)
      + groups.kept(.video, line.video)
    return [line.folder] + members.compactMap { packed.renditionFolders[$0] }
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
    let layouts = (playlist.iFrameStreams + playlist.imageStreams).filter { packed.trickPlay[$0.line] != nil }
    if layouts.contains(where: { $0.qualities.videoLayout != nil })
      || lines.contains(where: { playlist.variants[$0.variant].videoLayout != nil })
    {
      needed = max(needed, 12)
    }
    return needed
  }
}
