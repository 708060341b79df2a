/// What kind of media a track carries.
package enum TrackKind: String, Sendable, Hashable, CaseIterable {
  case video
  case audio
  /// Subtitles and captions.
  case text
  case other
}

/// What the headers of a track say about it. Nil always means that they do not say.
package struct TrackFacts: Sendable, Hashable {
  package var kind: TrackKind
  /// The codec as RFC 6381 and its registrations write it, such as "avc1.64001F" or "mp4a.40.2".
  package var codec: String
  /// The track's number in an MP4 file, or its PID in a transport stream; 0 for packed audio.
  package var id: Int
  /// In pixels, after cropping.
  package var width: Int?
  package var height: Int?
  /// In frames a second, from the default duration of fragments or from the timing in the video's headers.
  package var frameRate: Double?
  package var channels: Int?
  /// In hertz, after spectral band replication where the headers tell of it.
  package var sampleRate: Int?
  /// BCP 47 or ISO 639-2, as written; never "und".
  package var language: String?
  /// Whether samples are encrypted: a protected sample entry, or a stream type of SAMPLE-AES.
  package var encrypted: Bool
  /// Bits of a luma or sound sample.
  package var bitDepth: Int?
  /// The transfer characteristics of ISO/IEC 23091-2.
  package var transferCharacteristics: Int?
  /// Dolby Vision carried beside a plain codec, such as "dvh1.08.07".
  package var supplementalCodec: String?
  /// Ticks a second of the track's times: mdhd's in an MP4 file, 90,000 in a transport stream.
  package var timescale: Int?
  /// In ticks: how long a sample of a fragment is that does not say so itself (trex).
  package var defaultSampleDuration: Int?
  /// The presentation time of the first sample seen, in 1/90,000 s, 33 bits (transport streams only).
  package var firstPTS: UInt64?

  package init(
    kind: TrackKind, codec: String, id: Int = 0, width: Int? = nil, height: Int? = nil,
    frameRate: Double? = nil,
    channels: Int? = nil, sampleRate: Int? = nil, language: String? = nil, encrypted: Bool = false
  ) {
    self.kind = kind
    self.codec = codec
    self.id = id
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.channels = channels
    self.sampleRate = sampleRate
    self.language = language
    self.encrypted = encrypted
  }

  /// VIDEO-RANGE (RFC 8216bis, 4.4.6.2): "SDR", "HLG" or "PQ"; nil where the headers do not tell, or for
  /// sound.
  package var videoRange: String? {
    switch transferCharacteristics {
    case 1, 6, 13, 14, 15: "SDR"
    case 18: "HLG"
    case 16: "PQ"
    default: nil
    }
  }
}
