/// One media segment with everything that the tags before it give it (4.4.4).
package struct MediaSegment: Sendable {
  /// The first line of a tag that is for this segment alone (EXTINF, EXT-X-BYTERANGE, EXT-X-DISCONTINUITY,
  /// EXT-X-PROGRAM-DATE-TIME, EXT-X-GAP, EXT-X-PART, EXT-X-TILES), counted from 0.
  package var firstLine: Int { Int(first) }
  /// The line of its URI, counted from 0.
  package var uriLine: Int { Int(last) }
  /// Variables resolved; not yet resolved against the playlist's address. Made anew each time, as all text
  /// here: the places below are for those who read many.
  package var uri: String {
    if let resolved = source.resolvedURI { return resolved }
    return source.text(uriPlace ?? 0..<0)
  }
  /// Seconds.
  package let duration: Double
  /// The decimal of EXTINF as written.
  package var durationText: String { source.text(durationPlace) }
  /// The rest of EXTINF; nil where there is none or only blanks.
  package var title: String? { titlePlace.map(source.text) }
  package var isDiscontinuity: Bool { flags & Self.discontinuityFlag != 0 }
  package internal(set) var discontinuitySequence: Int64
  package internal(set) var mediaSequence: Int64
  /// ISO 8601 as written; nil where the segment has no EXT-X-PROGRAM-DATE-TIME of its own.
  package var programDateTime: String? { programDateTimePlace.map(source.text) }
  package var isGap: Bool { flags & Self.gapFlag != 0 }
  /// The part of the resource, its offset resolved; nil means all of it.
  package var byteRange: ByteRange? {
    rangeLength < 0 ? nil : ByteRange(offset: rangeOffset, length: rangeLength)
  }
  /// Index into the playlist's `keySets`; nil means clear.
  package var keySet: Int? { keys < 0 ? nil : Int(keys) }
  /// Index into the playlist's `initializations`; nil means none.
  package var initialization: Int? { map < 0 ? nil : Int(map) }
  /// EXT-X-BITRATE in force, in kbit/s; nil where none is, or the segment is a byte range.
  package var bitrate: Int64? { rangeLength < 0 && rangeOffset >= 0 ? rangeOffset : nil }
  /// How many EXT-X-PART tags are for this segment.
  package var parts: Int { Int(flags >> 2) }

  // Kept small, since there may be hundreds of thousands of these: 80 bytes. Text is found in the playlist's
  // bytes by where it begins; -1 stands for nil, and 0 for no date. Without range the offset is the bit rate.
  private let source: SegmentSource
  private let first: Int32
  private let last: Int32
  private let rangeOffset: Int64
  private let rangeLength: Int64
  private let keys: Int32
  private let map: Int32
  private let uriStart: UInt32
  private let durationStart: UInt32
  private let dateStart: UInt32
  /// The count of parts above two flags.
  private let flags: UInt32

  private static let discontinuityFlag: UInt32 = 1
  private static let gapFlag: UInt32 = 2

  /// What the tags before a URI line said.
  struct Facts {
    /// -1: none was there.
    var firstLine = -1
    var duration = 0.0
    var durationStart = 0
    var hasDuration = false
    var range: WrittenByteRange?
    var isDiscontinuity = false
    /// Where the text of the date begins; 0: there is none.
    var dateStart = 0
    var isGap = false
    var parts = 0
  }

  init(
    _ facts: Facts, source: SegmentSource, uriStart: Int, uriLine: Int, byteRange: ByteRange?, keySet: Int,
    initialization: Int, bitrate: Int64, mediaSequence: Int64, discontinuitySequence: Int64
  ) {
    self.source = source
    self.uriStart = UInt32(truncatingIfNeeded: uriStart)
    duration = facts.duration
    durationStart = UInt32(truncatingIfNeeded: facts.durationStart)
    dateStart = UInt32(truncatingIfNeeded: facts.dateStart)
    self.mediaSequence = mediaSequence
    self.discontinuitySequence = discontinuitySequence
    first = Int32(truncatingIfNeeded: facts.firstLine < 0 ? uriLine : facts.firstLine)
    last = Int32(truncatingIfNeeded: uriLine)
    rangeOffset = byteRange?.offset ?? bitrate
    rangeLength = byteRange?.length ?? -1
    keys = Int32(truncatingIfNeeded: keySet)
    map = Int32(truncatingIfNeeded: initialization)
    flags =
      UInt32(truncatingIfNeeded: facts.parts) << 2 | (facts.isGap ? Self.gapFlag : 0)
      | (facts.isDiscontinuity ? Self.discontinuityFlag : 0)
  }
}

/// Where the text of a segment stands in the playlist's bytes, for those who read many.
extension MediaSegment {
  /// The URI; nil where variables were resolved in it, so that it stands nowhere as it is.
  package var uriPlace: Range<Int>? {
    source.resolvedURI == nil ? Int(uriStart)..<source.contentEnd(Int(uriStart)) : nil
  }

  /// The decimal of EXTINF.
  package var durationPlace: Range<Int> {
    let array = source.bytes
    let bytes = array.span
    var end = Int(durationStart)
    while end < bytes.count, bytes[end].isDigit || bytes[end] == UInt8(ascii: ".") { end += 1 }
    return Int(durationStart)..<end
  }

  /// The rest of EXTINF; nil where there is none or only blanks.
  package var titlePlace: Range<Int>? {
    let end = source.contentEnd(Int(durationStart))
    let array = source.bytes
    let bytes = array.span
    guard let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: Int(durationStart), to: end) else {
      return nil
    }
    let start = bytes.skippingBlanks(from: comma + 1, to: end)
    return start < end ? start..<end : nil
  }

  /// The text of its own EXT-X-PROGRAM-DATE-TIME; nil where it has none.
  package var programDateTimePlace: Range<Int>? {
    dateStart == 0 ? nil : Int(dateStart)..<source.contentEnd(Int(dateStart))
  }

  /// Whether it has an EXT-X-PROGRAM-DATE-TIME of its own.
  package var hasProgramDateTime: Bool { dateStart != 0 }

  /// The instant of its own EXT-X-PROGRAM-DATE-TIME; nil where it has none or an unreadable one.
  package var dateTime: DateTime? {
    guard let place = programDateTimePlace else { return nil }
    let bytes = source.bytes
    return DateTime(bytes.span, from: place.lowerBound, to: place.upperBound)
  }

  /// Whether two segments of one playlist are of the same resource, by their URIs as text.
  package func hasSameURI(as other: MediaSegment) -> Bool {
    guard let place = uriPlace, let others = other.uriPlace else { return uri == other.uri }
    guard place.count == others.count else { return false }
    let bytes = source.bytes
    let otherBytes = other.source.bytes
    return bytes.span.isSame(place.lowerBound, as: otherBytes.span, others.lowerBound, length: place.count)
  }
}

extension MediaSegment {
  /// Whether the segment has the URI that `source` gives: its own, or the playlist's bytes at `place`.
  func isOf(_ source: SegmentSource, _ place: Range<Int>) -> Bool {
    if source.resolvedURI == nil, let own = uriPlace {
      let bytes = source.bytes
      return own.count == place.count
        && bytes.span.isSame(own.lowerBound, place.lowerBound, length: place.count)
    }
    return uri.utf8.elementsEqual((source.resolvedURI ?? source.text(place)).utf8)
  }
}

/// What the segments of a playlist share: its bytes. A segment whose URI has variables has one of its own.
final class SegmentSource: Sendable {
  let bytes: [UInt8]
  let hasReturn: Bool
  let resolvedURI: String?

  init(bytes: [UInt8], hasReturn: Bool, resolvedURI: String? = nil) {
    self.bytes = bytes
    self.hasReturn = hasReturn
    self.resolvedURI = resolvedURI
  }

  func text(_ place: Range<Int>) -> String {
    let bytes = bytes
    return bytes.span.text(from: place.lowerBound, to: place.upperBound)
  }

  /// The end of the line's content that `start` stands in.
  func contentEnd(_ start: Int) -> Int {
    let bytes = bytes
    return bytes.span.contentEnd(from: start, hasReturn: hasReturn)
  }
}
