import Media

/// What is stored of a stream.
struct StreamState: Sendable {
  /// By index into the stream's pieces; nil: not yet.
  private(set) var facts: [PieceFacts?]
  private(set) var bytes: Int64 = 0
  /// Pieces that this run brought, not an earlier one.
  private(set) var brought = 0
  init(pieces: Int) {
    facts = Array(repeating: nil, count: pieces)
  }

  mutating func store(_ new: PieceFacts, at index: Int, isOld: Bool = false) {
    if !isOld { brought += 1 }
    if let old = facts[index] { bytes -= old.bytes }
    facts[index] = new
    bytes += new.bytes
  }

  /// The first in the order of the stream that could be told; nil while none can.
  var container: Container? {
    facts.lazy.compactMap { $0?.container }.first { $0 != .unknown }
  }

  /// Each kind once, in the order of the stream, whatever came first; at most 64.
  var tracks: [TrackFacts] {
    var tracks: [TrackFacts] = []
    for fact in facts {
      for track in fact?.sample ?? [] where !tracks.contains(track) && tracks.count < 64 {
        tracks.append(track)
      }
    }
    return tracks
  }

  /// Every piece that has bytes was seen in the clear.
  var isInspected: Bool { facts.allSatisfy { $0?.isInspected ?? true } }

  func loaded(of stream: PlannedStream) -> LoadedPart {
    var ranges: [ClosedRange<Double>] = []
    var seconds = 0.0
    var missing = 0
    var open: (start: Double, end: Double)?
    for (piece, fact) in zip(stream.pieces, facts) {
      let isThere = fact != nil || piece.isGap
      if !isThere { missing += 1 }
      guard case .segment = piece.role else { continue }
      guard isThere else {
        if let range = open { ranges.append(range.start...range.end) }
        open = nil
        continue
      }
      seconds += piece.duration
      let end = piece.start + max(0, piece.duration)
      open = (open?.start ?? piece.start, max(open?.end ?? end, end))
    }
    if let range = open { ranges.append(range.start...range.end) }
    return LoadedPart(
      ranges: ranges, seconds: seconds, bytes: bytes, missing: missing, brought: brought,
      pieces: stream.pieces.count)
  }
}

/// How much of a stream is stored.
struct LoadedPart {
  /// The stored parts of the presentation in seconds, merged where they touch.
  let ranges: [ClosedRange<Double>]
  let seconds: Double
  let bytes: Int64
  /// Pieces that are still to come, of all.
  let missing: Int
  /// Pieces that this run brought.
  let brought: Int
  let pieces: Int
}
