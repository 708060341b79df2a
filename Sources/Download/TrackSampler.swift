import Media

/// Finds the tracks in the first bytes of a file.
enum TrackSampler {
  /// Bytes that are looked at, however many came at once: what is found must not depend on the network's pace.
  static let length = BufferPool.size - (4 << 10)

  static func tracks(_ bytes: [UInt8], container: Container) -> [TrackFacts] {
    switch container {
    case .transportStream: return TransportStream.tracks(in: bytes.span)
    // A section that cannot be read promises nothing; CODECS then stays as the source wrote it.
    case .fragmentedMP4: return (try? InitSection.tracks(bytes.span)) ?? []
    case .packedAAC, .packedAC3, .packedEC3, .packedMP3:
      return PackedAudio.track(in: bytes.span).map { [$0] } ?? []
    default: return []
    }
  }
}
