import Playlist

/// Where the segments of a media playlist stand on a clock that it shares with another one.
struct Timeline {
  /// Seconds: where each segment begins.
  private(set) var starts: [Double] = []
  /// Seconds: where the last one ends.
  private(set) var end = 0.0

  var start: Double { starts.first ?? 0 }

  /// Counted from the first segment.
  init(of playlist: MediaPlaylist) {
    starts.reserveCapacity(playlist.segments.count)
    var lost = 0.0
    for segment in playlist.segments {
      starts.append(end)
      let term = segment.duration - lost
      let next = end + term
      lost = (next - end) - term
      end = next
    }
  }

  /// Counted from an instant, each segment by the last EXT-X-PROGRAM-DATE-TIME at or before it. Nil where the
  /// playlist has none, or where they do not ascend.
  init?(of media: MediaPlaylistFacts, since epoch: DateTime) {
    guard let first = media.dates.firstIndex(where: { $0 != nil }), let date = media.dates[first] else {
      return nil
    }
    let segments = media.playlist.segments
    var clock = date.seconds(since: epoch)
    for segment in segments[..<first] { clock -= segment.duration }
    starts.reserveCapacity(segments.count)
    for (segment, date) in zip(segments, media.dates) {
      if let date { clock = date.seconds(since: epoch) }
      if let last = starts.last, clock < last { return nil }
      starts.append(clock)
      clock += segment.duration
    }
    end = clock
  }

  /// Both on one clock: media time where both begin with the content, else by their dates. Nil where neither
  /// tells how one stands to the other.
  static func shared(
    _ first: MediaPlaylistFacts, _ second: MediaPlaylistFacts
  ) -> (first: Timeline, second: Timeline)? {
    guard !first.playlist.segments.isEmpty, !second.playlist.segments.isEmpty else { return nil }
    if first.beginsAtStart, second.beginsAtStart {
      return (Timeline(of: first.playlist), Timeline(of: second.playlist))
    }
    guard let epoch = first.dates.lazy.compactMap({ $0 }).first, let one = Timeline(of: first, since: epoch),
      let other = Timeline(of: second, since: epoch)
    else { return nil }
    return (one, other)
  }

  /// The index of the segment at a time; nil where there is none.
  func segment(at time: Double) -> Int? {
    guard time >= start, time < end else { return nil }
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle } else { high = middle }
    }
    return low < starts.count ? low : nil
  }

  /// A time or a length for a message: "12.5 s".
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "a time without end" }
    return "\((seconds * 1_000).rounded() / 1_000) s"
  }
}

/// How marks on the clock of one playlist differ from those of another.
struct MarkDifference {
  /// Seconds, on the shared clock.
  let time: Double
  /// Whether the other playlist has a mark there and the reference none; else the reverse.
  let isExtra: Bool
  /// Index among the other playlist's marks; only where `isExtra`.
  let index: Int
  /// How many marks have no partner in all.
  let count: Int

  /// Compares ascending times; nil where each has its partner.
  /// - Parameters:
  ///   - tolerance: seconds by which partners may differ.
  ///   - drift: seconds that may add up for each pair, since durations are rounded and audio frames do not end
  ///     where video frames do.
  static func between(
    _ reference: [Double], _ other: [Double], tolerance: Double, drift: Double
  ) -> MarkDifference? {
    var (i, j, shift, count) = (0, 0, 0.0, 0)
    var first: (time: Double, isExtra: Bool, index: Int)?
    while i < reference.count || j < other.count {
      let theirs = i < reference.count ? reference[i] : .infinity
      let ours = j < other.count ? other[j] + shift : .infinity
      if i < reference.count, j < other.count, abs(theirs - ours) <= tolerance {
        let allowed = drift * Double(j + 1)
        shift = min(max(theirs - other[j], -allowed), allowed)
        (i, j) = (i + 1, j + 1)
        continue
      }
      count += 1
      let isExtra = i >= reference.count || j < other.count && ours < theirs
      if first == nil { first = isExtra ? (other[j], true, j) : (theirs, false, i) }
      if isExtra { j += 1 } else { i += 1 }
    }
    return first.map { MarkDifference(time: $0.time, isExtra: $0.isExtra, index: $0.index, count: count) }
  }
}
