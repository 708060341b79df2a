/// What kinds of lines a playlist has, gathered line by line.
struct Contents {
  private(set) var uriLines = 0
  private(set) var firstMedia: Int?
  private(set) var firstMultivariant: Int?
  private(set) var hasSegments = false
  private(set) var hasVariants = false
  /// Whether a tag that plain M3U lists do not have is there.
  private(set) var hasLaterTags = false

  @inline(__always)
  mutating func see(_ kind: LineKind, _ line: Int) {
    switch kind {
    case .uri: uriLines += 1
    case .tag(.extInf):
      if !hasSegments { seeSegment(line) }
    case .tag(.byteRange), .tag(.programDateTime), .tag(.key):
      if !hasLaterTags || firstMedia == nil { see(tag: .key, line) }
    case .tag(.extM3U), .tag(nil), .comment, .blank: break
    case .tag(let tag?): see(tag: tag, line)
    }
  }

  private mutating func seeSegment(_ line: Int) {
    hasSegments = true
    if firstMedia == nil { firstMedia = line }
  }

  private mutating func see(tag: TagName, _ line: Int) {
    hasLaterTags = true
    switch tag.place {
    case .media: if firstMedia == nil { firstMedia = line }
    case .multivariant:
      if firstMultivariant == nil { firstMultivariant = line }
      if tag == .streamInf { hasVariants = true }
    case .anywhere: break
    }
  }
}
