/// CLOSED-CAPTIONS of a variant (4.4.6.2).
package enum ClosedCaptions: Hashable, Sendable {
  /// NONE: there are none in any variant.
  case none
  /// The GROUP-ID of EXT-X-MEDIA tags.
  case group(String)
}

/// A variant stream (EXT-X-STREAM-INF, 4.4.6.2).
package struct Variant: Hashable, Sendable {
  /// The line of the tag, and of its URI, counted from 0.
  package let line: Int
  package let uriLine: Int
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  /// What the tag shares with those for I-frames and images.
  package let qualities: StreamQualities
  package let frameRate: Double?
  package let audio: String?
  package let subtitles: String?
  package let closedCaptions: ClosedCaptions?
  /// NAME, no attribute of the specification, but seen.
  package let name: String?

  /// Bits per second, the highest of any playable combination; 0 where a lenient reading found none.
  package var bandwidth: Int64 { qualities.bandwidth }
  package var averageBandwidth: Int64? { qualities.averageBandwidth }
  package var score: Double? { qualities.score }
  /// RFC 6381, one a member; empty where the attribute is absent.
  package var codecs: [String] { qualities.codecs }
  package var supplementalCodecs: String? { qualities.supplementalCodecs }
  package var resolution: Resolution? { qualities.resolution }
  package var hdcpLevel: String? { qualities.hdcpLevel }
  package var allowedCPC: String? { qualities.allowedCPC }
  /// SDR, HLG, PQ or a value not known; nil where the attribute is absent, which means SDR.
  package var videoRange: String? { qualities.videoRange }
  /// REQ-VIDEO-LAYOUT.
  package var videoLayout: String? { qualities.videoLayout }
  package var stableID: String? { qualities.stableID }
  package var video: String? { qualities.video }
  package var pathwayID: String? { qualities.pathwayID }
}

/// The attributes that EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF and EXT-X-IMAGE-STREAM-INF share.
package struct StreamQualities: Hashable, Sendable {
  package let bandwidth: Int64
  package let averageBandwidth: Int64?
  package let score: Double?
  package let codecs: [String]
  package let supplementalCodecs: String?
  package let resolution: Resolution?
  package let hdcpLevel: String?
  package let allowedCPC: String?
  package let videoRange: String?
  package let videoLayout: String?
  package let stableID: String?
  package let video: String?
  package let pathwayID: String?
}

/// A playlist of I-frames (EXT-X-I-FRAME-STREAM-INF, 4.4.6.3) or of images (EXT-X-IMAGE-STREAM-INF, the image
/// extension).
package struct IFrameStream: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  package let qualities: StreamQualities
}
