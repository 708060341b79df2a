/// Segments of audio frames without a container (RFC 8216bis, 3.1.3).
package enum PackedAudio {
  /// The track in a segment that begins with `bytes`, ID3 tags and all; nil when no frame follows the tags.
  ///
  /// SBR in ADTS is not told by any header: HE-AAC reads as "mp4a.40.2" with the rate and channels of its
  /// core.
  package static func track(in bytes: Span<UInt8>) -> TrackFacts? {
    let start = ID3.length(of: bytes)
    guard start < bytes.count else { return nil }
    let frames = bytes.extracting(start..<bytes.count)
    guard let container = FrameHeader(at: 0, in: frames)?.container else { return nil }
    var facts = facts(of: frames, container)
    facts?.firstPTS = timestamp(in: bytes)
    return facts
  }

  /// The time of the first sample by the ID3 tag that HLS wants, in 1/90,000 s, 33 bits; nil without it.
  package static func timestamp(in bytes: Span<UInt8>) -> UInt64? {
    ID3.timestamp(in: bytes)
  }

  /// The facts of the frame at the start of `frames`.
  static func facts(of frames: Span<UInt8>, _ container: Container) -> TrackFacts? {
    var facts = TrackFacts(kind: .audio, codec: "")
    switch container {
    case .packedAAC:
      guard let frame = ADTS(at: 0, in: frames) else { return nil }
      facts.codec = "mp4a.40.\(frame.objectType)"
      facts.sampleRate = frame.sampleRate
      facts.channels = frame.channels
    case .packedAC3, .packedEC3:
      guard let frame = AC3(frames) else { return nil }
      facts.codec = frame.isEnhanced ? "ec-3" : "ac-3"
      facts.sampleRate = frame.sampleRate
      facts.channels = frame.channels
    case .packedMP3:
      guard let word = frames.u32(0), let frame = MPEGAudio(word) else { return nil }
      facts.codec = "mp4a.40.\(31 + frame.layer)"
      facts.sampleRate = frame.sampleRate
      facts.channels = frame.channels
    default: return nil
    }
    return facts
  }
}
