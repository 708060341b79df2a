package import Playlist

/// Renditions of subtitles that did not come from the source, in a bundle's own multivariant playlist.
package enum AddedSubtitles {
  /// What cannot be edited.
  package struct Refusal: Error, Sendable {
    package let reason: String
  }

  /// A group that added subtitles get where a line has none.
  private static let groupName = "added-subtitles"

  /// The playlist with the renditions: every EXT-X-STREAM-INF has a SUBTITLES group that holds them (RFC 8216bis,
  /// 4.4.6.2.1). Those that are there already stay as they are.
  ///
  /// - Parameter index: the bytes of `index.m3u8`.
  package static func inserted(
    _ renditions: [ManifestRendition], into index: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    guard !renditions.isEmpty else { return index }
    let parsed: ParsedPlaylist
    do throws(PlaylistError) {
      parsed = try PlaylistParser(name: BundlePath.multivariantPlaylist.text).parse(index)
    } catch {
      throw Refusal(reason: error.description)
    }
    guard case .multivariant(let playlist) = parsed, let first = playlist.variants.first else {
      throw Refusal(reason: "is no multivariant playlist")
    }
    var edits = PlaylistEdits(of: playlist.text)
    var groups: [String] = []
    for variant in playlist.variants {
      if let name = variant.subtitles, !groups.contains(name) { groups.append(name) }
    }
    // Groups of one title hold the same (RFC 8216bis, 4.4.6.2): a line without takes one that is there.
    if groups.isEmpty { groups = [groupName] }
    for variant in playlist.variants where variant.subtitles == nil {
      edits.editAttributes(line: variant.line) { $0.set("SUBTITLES", quoted: groups[0]) }
    }
    let place = playlist.renditions.map(\.line).max().map { $0 + 1 } ?? first.line
    for group in groups {
      let there = Set(playlist.renditions.filter { $0.groupID == group && $0.kind == .subtitles }.map(\.uri))
      for rendition in renditions {
        guard let stream = rendition.stream, !there.contains(uri(stream)) else { continue }
        edits.insert(before: place, line(rendition.record, stream, group: group))
      }
    }
    return edits.serialized()
  }

  private static func uri(_ stream: StreamFolder) -> String { "\(stream.text)/playlist.m3u8" }

  private static func line(_ record: RenditionRecord, _ stream: StreamFolder, group: String) -> String {
    var list = AttributeList(parsing: "")
    list.set("TYPE", enumerated: "SUBTITLES")
    list.set("GROUP-ID", quoted: group)
    if let language = record.language { list.set("LANGUAGE", quoted: language) }
    list.set("NAME", quoted: record.name)
    list.set("AUTOSELECT", enumerated: "YES")
    if record.forced { list.set("FORCED", enumerated: "YES") }
    if !record.characteristics.isEmpty {
      list.set("CHARACTERISTICS", quoted: record.characteristics.joined(separator: ","))
    }
    list.set("URI", quoted: uri(stream))
    return "#EXT-X-MEDIA:\(list.text)"
  }

  /// The group that an added rendition is recorded under: of the first line.
  package static func group(in playlist: MultivariantPlaylist) -> String {
    playlist.variants.lazy.compactMap(\.subtitles).first ?? groupName
  }
}

extension Manifest {
  /// Renditions that did not come from the source, with their streams.
  package var addedRenditions: [ManifestRendition] {
    renditions.filter { rendition in
      rendition.stream.flatMap(stream)?.addedFrom != nil
    }
  }

  /// The streams of `addedRenditions`.
  package var addedStreams: [StreamRecord] { streams.filter { $0.addedFrom != nil } }
}
