/// Every tag of the specification and of the image extension, by its exact name without "#".
package enum TagName: String, CaseIterable, Hashable, Sendable {
  // 4.4.1 Basic tags
  case extM3U = "EXTM3U"
  case version = "EXT-X-VERSION"
  // 4.4.2 Tags of either kind of playlist
  case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
  case start = "EXT-X-START"
  case define = "EXT-X-DEFINE"
  // 4.4.3 Media playlist tags
  case targetDuration = "EXT-X-TARGETDURATION"
  case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
  case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
  case endList = "EXT-X-ENDLIST"
  case playlistType = "EXT-X-PLAYLIST-TYPE"
  case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
  case partInf = "EXT-X-PART-INF"
  case serverControl = "EXT-X-SERVER-CONTROL"
  case imagesOnly = "EXT-X-IMAGES-ONLY"
  // 4.4.4 Media segment tags
  case extInf = "EXTINF"
  case byteRange = "EXT-X-BYTERANGE"
  case discontinuity = "EXT-X-DISCONTINUITY"
  case key = "EXT-X-KEY"
  case map = "EXT-X-MAP"
  case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
  case gap = "EXT-X-GAP"
  case bitrate = "EXT-X-BITRATE"
  case part = "EXT-X-PART"
  case tiles = "EXT-X-TILES"
  // 4.4.5 Media metadata tags
  case dateRange = "EXT-X-DATERANGE"
  case skip = "EXT-X-SKIP"
  case preloadHint = "EXT-X-PRELOAD-HINT"
  case renditionReport = "EXT-X-RENDITION-REPORT"
  // 4.4.6 Multivariant playlist tags
  case media = "EXT-X-MEDIA"
  case streamInf = "EXT-X-STREAM-INF"
  case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
  case imageStreamInf = "EXT-X-IMAGE-STREAM-INF"
  case sessionData = "EXT-X-SESSION-DATA"
  case sessionKey = "EXT-X-SESSION-KEY"
  case contentSteering = "EXT-X-CONTENT-STEERING"

  /// Which kind of playlist a tag may stand in.
  package enum Place: Sendable {
    case anywhere
    case media
    case multivariant
  }

  package var place: Place {
    switch self {
    case .extM3U, .version, .independentSegments, .start, .define: .anywhere
    case .media, .streamInf, .iFrameStreamInf, .imageStreamInf, .sessionData, .sessionKey, .contentSteering:
      .multivariant
    default: .media
    }
  }

  /// Whether the tag is its name alone; EXTM3U is, too, but has rules of its own.
  package var hasNoValue: Bool {
    switch self {
    case .independentSegments, .endList, .iFramesOnly, .imagesOnly, .discontinuity, .gap: true
    default: false
    }
  }

  /// Whether the tag's value is an attribute list (4.2).
  package var hasAttributes: Bool {
    switch self {
    case .extM3U, .version, .independentSegments, .targetDuration, .mediaSequence, .discontinuitySequence,
      .endList, .playlistType, .iFramesOnly, .imagesOnly, .extInf, .byteRange, .discontinuity,
      .programDateTime, .gap, .bitrate:
      false
    default: true
    }
  }
}

/// Finds a tag by the bytes of its exact name: a small hash table, since every line of a playlist asks.
struct TagTable: Sendable {
  static let shared = TagTable()

  private let slots: [UInt8]
  private let cases = TagName.allCases
  /// All names one after the other, and where each begins; one place more marks the end.
  private let names: [UInt8]
  private let starts: [Int]

  private init() {
    var slots = [UInt8](repeating: 0, count: 256)
    var names: [UInt8] = []
    var starts = [0]
    for (number, tag) in cases.enumerated() {
      let name = Array(tag.rawValue.utf8)
      names += name
      starts.append(names.count)
      var slot = Self.hash(name.span, from: 0, to: name.count)
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(number + 1)
    }
    self.slots = slots
    self.names = names
    self.starts = starts
  }

  /// The tag whose name is `bytes[from..<to]`; nil when it is none of the specification's.
  func tag(_ bytes: Span<UInt8>, from: Int, to: Int) -> TagName? {
    guard to - from >= 6 else { return nil }
    var slot = Self.hash(bytes, from: from, to: to)
    while slots[slot] != 0 {
      let number = Int(slots[slot] - 1)
      if matches(number, bytes, from: from, to: to) { return cases[number] }
      slot = (slot + 1) & 255
    }
    return nil
  }

  private func matches(_ number: Int, _ bytes: Span<UInt8>, from: Int, to: Int) -> Bool {
    let start = starts[number]
    let length = starts[number + 1] - start
    guard length == to - from else { return false }
    return bytes.isSame(from, as: names.span, start, length: length)
  }

  private static func hash(_ bytes: Span<UInt8>, from: Int, to: Int) -> Int {
    let length = to - from
    let middle = Int(bytes[from + length / 2])
    let last = Int(bytes[to - 1])
    return (length &* 37 &+ middle &* 5 &+ last &* 11) & 255
  }
}
