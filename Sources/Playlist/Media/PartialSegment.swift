/// What all partial segments of a playlist share (EXT-X-PART-INF, 4.4.3.7).
package struct PartInf: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// PART-TARGET: the longest a partial segment may be, in seconds.
  package let target: Double
}

/// A partial segment (EXT-X-PART, 4.4.4.9).
package struct PartialSegment: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Index of the segment that it is a part of; the count of segments where that is not there yet.
  package let segment: Int
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  /// Seconds.
  package let duration: Double
  /// Whether it holds an independent frame.
  package let isIndependent: Bool
  /// The part of the resource, its offset resolved; nil means all of it.
  package let byteRange: ByteRange?
  package let isGap: Bool
}

/// A resource that a client may ask for before it is there (EXT-X-PRELOAD-HINT, 4.4.5.3).
package struct PreloadHint: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case part = "PART"
    case map = "MAP"
  }
  /// The line of the tag, counted from 0.
  package let line: Int
  package let kind: Kind
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  /// BYTERANGE-START; 0 where it is absent.
  package let start: Int64
  /// BYTERANGE-LENGTH; nil means to the end of the resource.
  package let length: Int64?
}

/// How far another rendition of the same content is (EXT-X-RENDITION-REPORT, 4.4.5.4).
package struct RenditionReport: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Relative to the playlist that holds the report; variables resolved.
  package let uri: String
  /// LAST-MSN; nil where the server left it out because it is the playlist's own.
  package let lastMediaSequence: Int64?
  /// LAST-PART; nil where it is absent.
  package let lastPart: Int64?
}
