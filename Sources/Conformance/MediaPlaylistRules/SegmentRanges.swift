import Playlist

/// How a byte range stands to the one before it, of the same resource.
struct RangeStep {
  enum Kind {
    case overlap
    /// There are bytes between that no segment has.
    case hole
    case back
  }

  let kind: Kind
  /// Index of the later segment.
  let segment: Int
  /// Index of the first segment of the run: of those that follow each other and are ranges of one resource.
  let run: Int
}

extension MediaPlaylistFacts {
  /// Calls `body` where a segment's range does not begin where the one before it ends. Not across a
  /// discontinuity, after which anything may follow.
  func forEachRangeStep(_ body: (RangeStep) -> Void) {
    let segments = playlist.segments
    var run = 0
    for index in segments.indices.dropFirst() {
      guard let range = segments[index].byteRange, let before = segments[index - 1].byteRange,
        !segments[index].isDiscontinuity, segments[index].hasSameURI(as: segments[index - 1])
      else {
        run = index
        continue
      }
      guard range.offset != before.end, range.length > 0, before.length > 0 else { continue }
      let kind: RangeStep.Kind =
        range.offset > before.end ? .hole : range.end <= before.offset ? .back : .overlap
      body(RangeStep(kind: kind, segment: index, run: run))
    }
  }
}
