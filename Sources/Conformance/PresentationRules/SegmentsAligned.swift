import Playlist

enum SegmentsAligned: Rule {
  static let identifier = "apple-authoring-8.22-segment-boundaries"
  static let asks = "variants with video have their segment boundaries at the same times"
  static let why = "a player that switches in the middle of a segment loads media twice or shows a jump"

  /// Seconds: partners may differ by the first, and by the second more for each segment before them.
  private static let tolerance = 0.1
  private static let drift = 0.001

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let variants = facts.videoVariants
    guard let reference = variants.first else { return [] }
    return variants.dropFirst().compactMap { media in
      guard let clock = Timeline.shared(reference, media) else { return nil }
      let slack = tolerance + drift * Double(min(clock.first.starts.count, clock.second.starts.count))
      let range = (
        from: max(clock.first.start, clock.second.start) + tolerance,
        to: min(clock.first.end, clock.second.end) - slack
      )
      let theirs = clock.first.starts.filter { $0 > range.from && $0 < range.to }
      let ours = clock.second.starts.indices.filter {
        clock.second.starts[$0] > range.from && clock.second.starts[$0] < range.to
      }
      let times = ours.map { clock.second.starts[$0] }
      guard let found = MarkDifference.between(theirs, times, tolerance: tolerance, drift: drift) else {
        return nil
      }
      let place = found.isExtra ? ours[found.index] : clock.second.segment(at: found.time)
      let what = found.isExtra ? ("a", "none") : ("no", "one")
      return self.found(
        .warning, media.name, line: place.map { media.playlist.segments[$0].uriLine + 1 },
        "has \(what.0) segment boundary at \(Timeline.text(found.time)) where \(shown(reference.name)) has "
          + what.1 + andMore(found.count - 1))
    }
  }
}
