extension Inspection {
  /// The tracks that the kept prefix tells of, whatever the container; empty for pictures and what is no
  /// media.
  ///
  /// Of an MP4 file these are the tracks of its 'moov', none when it has only fragments. In a transport
  /// stream a track whose first packets stand behind the prefix has the codec's name from the program map and
  /// nothing else. WebVTT counts as one text track, "wvtt". Throws when a 'moov' is there and makes no sense,
  /// or is longer than the prefix: `InitSection` then wants the whole section.
  package func tracks() throws(MediaError) -> [TrackFacts] {
    let media = prefix.span.extracting(min(content.prefixLength, prefix.count)..<prefix.count)
    switch container {
    case .transportStream: return TransportStream.tracks(in: media)
    case .fragmentedMP4: return holdsMovie ? try InitSection.tracks(media) : []
    case .packedAAC, .packedAC3, .packedEC3, .packedMP3:
      return PackedAudio.track(in: media).map { [$0] } ?? []
    case .webVTT: return [TrackFacts(kind: .text, codec: "wvtt")]
    case .ttml: return [TrackFacts(kind: .text, codec: "stpp")]
    case .jpeg, .png, .gif, .webp, .bmp, .heic, .avif, .unknown: return []
    }
  }
}
