/// One media segment with everything that the tags before it give it (4.4.4).
package struct MediaSegment: Sendable {
  /// The first line of a tag that is for this segment alone (EXTINF, EXT-X-BYTERANGE, EXT-X-DISCONTINUITY,
  /// EXT-X-PROGRAM-DATE-TIME, EXT-X-GAP, EXT-X-PART, EXT-X-TILES), counted from 0.
  package var firstLine: Int { Int(first) }
  /// The line of its URI, counted from 0.
  package var uriLine: Int { Int(last) }
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String
  /// Seconds.
  package let duration: Double
  /// The decimal of EXTINF as written.
  package let durationText: String
  /// The rest of EXTINF; nil where there is none or only blanks.
  package let title: String?
  package let isDiscontinuity: Bool
  package internal(set) var discontinuitySequence: Int64
  package internal(set) var mediaSequence: Int64
  /// ISO 8601 as written; nil where the segment has no EXT-X-PROGRAM-DATE-TIME of its own.
  package let programDateTime: String?
  package let isGap: Bool
  /// The part of the resource, its offset resolved; nil means all of it.
  package var byteRange: ByteRange? {
    rangeLength < 0 ? nil : ByteRange(offset: rangeOffset, length: rangeLength)
  }
  /// Index into the playlist's `keySets`; nil means clear.
  package var keySet: Int? { keys < 0 ? nil : Int(keys) }
  /// Index into the playlist's `initializations`; nil means none.
  package var initialization: Int? { map < 0 ? nil : Int(map) }
  /// EXT-X-BITRATE in force, in kbit/s; nil where none is, or the segment is a byte range.
  package var bitrate: Int64? { rate < 0 ? nil : rate }
  /// How many EXT-X-PART tags are for this segment.
  package var parts: Int { Int(partCount) }

  // Kept small: there may be hundreds of thousands of these. -1 stands for nil.
  private let first: Int32
  private let last: Int32
  private let rangeOffset: Int64
  private let rangeLength: Int64
  private let keys: Int32
  private let map: Int32
  private let rate: Int64
  private let partCount: Int32

  /// What the tags before a URI line said.
  struct Facts {
    var firstLine: Int?
    var duration = 0.0
    var durationText = ""
    var hasDuration = false
    var title: String?
    var range: WrittenByteRange?
    var isDiscontinuity = false
    var programDateTime: String?
    var isGap = false
    var parts = 0
  }

  init(
    _ facts: Facts, uri: String, uriLine: Int, byteRange: ByteRange?, keySet: Int?, initialization: Int?,
    bitrate: Int64?, mediaSequence: Int64, discontinuitySequence: Int64
  ) {
    self.uri = uri
    duration = facts.duration
    durationText = facts.durationText
    title = facts.title
    isDiscontinuity = facts.isDiscontinuity
    programDateTime = facts.programDateTime
    isGap = facts.isGap
    self.mediaSequence = mediaSequence
    self.discontinuitySequence = discontinuitySequence
    first = Int32(facts.firstLine ?? uriLine)
    last = Int32(uriLine)
    rangeOffset = byteRange?.offset ?? 0
    rangeLength = byteRange?.length ?? -1
    keys = Int32(keySet ?? -1)
    map = Int32(initialization ?? -1)
    rate = byteRange == nil ? bitrate ?? -1 : -1
    partCount = Int32(facts.parts)
  }
}
