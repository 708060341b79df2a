import Playlist

enum DiscontinuitiesAligned: Rule {
  static let identifier = "apple-authoring-8.15-discontinuity-times"
  static let asks = "variants and renditions have their discontinuities at the same times"
  static let why = "players keep sound and picture together by the number of discontinuities before them"

  /// Seconds.
  private static let tolerance = 0.5

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference else { return [] }
    return facts.mainMedia.compactMap { media in
      guard let clock = Timeline.shared(reference, media) else { return nil }
      return difference(media, reference, clock)
    }
  }

  private static func difference(
    _ media: MediaPlaylistFacts, _ reference: MediaPlaylistFacts, _ clock: (first: Timeline, second: Timeline)
  ) -> Finding? {
    let range = (
      from: max(clock.first.start, clock.second.start) + tolerance,
      to: min(clock.first.end, clock.second.end) - tolerance
    )
    let theirs = marks(reference.playlist, clock.first, range)
    let ours = marks(media.playlist, clock.second, range)
    guard
      let found = MarkDifference.between(theirs.times, ours.times, tolerance: tolerance, drift: 0.1)
    else { return nil }
    let place = found.isExtra ? ours.segments[found.index] : clock.second.segment(at: found.time)
    let what = found.isExtra ? ("a", "none") : ("no", "one")
    return self.found(
      .error, media.name, line: place.map { media.line(of: .discontinuity, at: $0) },
      "has \(what.0) discontinuity at \(Timeline.text(found.time)) where \(shown(reference.name)) has \(what.1)"
        + andMore(found.count - 1))
  }

  private static func marks(
    _ playlist: MediaPlaylist, _ clock: Timeline, _ range: (from: Double, to: Double)
  ) -> (times: [Double], segments: [Int]) {
    let segments = playlist.segments.indices.filter {
      playlist.segments[$0].isDiscontinuity && clock.starts[$0] > range.from && clock.starts[$0] < range.to
    }
    return (segments.map { clock.starts[$0] }, segments)
  }
}
