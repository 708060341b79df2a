import Playlist

/// The lines of a multivariant playlist where the source has none: an EXT-X-STREAM-INF made of what the bytes say.
package enum MadeMultivariant {
  /// An EXT-X-STREAM-INF made of what is measured of a stream, and its URI line.
  /// - Parameter groups: of the renditions that go with it; nil: none.
  package static func streamLines(_ stream: StreamRecord, groups: VariantRecord.Groups?) -> [String] {
    var attributes = [
      "BANDWIDTH=\(max(1, stream.peakBandwidth))", "AVERAGE-BANDWIDTH=\(max(1, stream.averageBandwidth))",
    ]
    let tracks = stream.tracks
    let codecs = Self.codecs(tracks)
    if !codecs.isEmpty { attributes.append("CODECS=\"\(codecs.joined(separator: ","))\"") }
    let picture = PictureWords(of: tracks.map(\.facts))
    if let size = picture.resolution { attributes.append("RESOLUTION=\(size)") }
    if let rate = picture.frameRate { attributes.append("FRAME-RATE=\(rate)") }
    if let audio = groups?.audio { attributes.append("AUDIO=\"\(audio)\"") }
    if let subtitles = groups?.subtitles { attributes.append("SUBTITLES=\"\(subtitles)\"") }
    return ["#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))", "\(stream.folder.text)/playlist.m3u8"]
  }

  /// The lines for a title of which only sound is packed: one for each AUDIO group with media of its own, the
  /// given one first, to the default of its members.
  /// - Parameter groups: the AUDIO group to begin with, and the subtitles that go with all of them.
  package static func soundAlone(
    _ renditions: [ManifestRendition], groups: VariantRecord.Groups, stream: (StreamFolder) -> StreamRecord?
  ) -> [String] {
    let sounds = renditions.filter { $0.record.kind == .audio && $0.stream != nil }
    var seen: Set<String> = []
    let names = ([groups.audio].compactMap(\.self) + sounds.map(\.record.groupID))
      .filter { seen.insert($0).inserted }
    return names.flatMap { name -> [String] in
      let members = sounds.filter { $0.record.groupID == name }
      guard let member = members.first(where: \.record.isDefault) ?? members.first,
        let record = member.stream.flatMap(stream)
      else { return [] }
      return streamLines(record, groups: VariantRecord.Groups(audio: name, subtitles: groups.subtitles))
    }
  }

  /// Each codec string once, in order of discovery.
  package static func codecs(_ tracks: [TrackRecord]) -> [String] {
    var seen: Set<String> = []
    return tracks.filter { $0.kind != .other }.map(\.codec).filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
