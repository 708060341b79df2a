import Playlist

enum DiscontinuityNumbersAligned: Rule {
  static let identifier = "rfc8216bis-6.2.4-discontinuity-sequence"
  static let asks = "the same times have the same discontinuity sequence numbers in variants and renditions"
  static let why = "players take segments of one number to share a clock; with others sound and picture part"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference else { return [] }
    return facts.mainMedia.compactMap { media in
      guard let clock = Timeline.shared(reference, media) else { return nil }
      // Where the later of the two begins; what follows is a question of times.
      let later = clock.first.start > clock.second.start ? clock.first : clock.second
      let end = later.starts.count > 1 ? later.starts[1] : later.end
      let middle = later.start + (end - later.start) / 2
      guard let theirs = clock.first.segment(at: middle), let ours = clock.second.segment(at: middle) else {
        return nil
      }
      let segment = media.playlist.segments[ours]
      let number = reference.playlist.segments[theirs].discontinuitySequence
      guard segment.discontinuitySequence != number else { return nil }
      return found(
        .error, media.name, line: segment.uriLine + 1,
        "has discontinuity sequence number \(segment.discontinuitySequence) where \(shown(reference.name)) has "
          + "\(number) at the same time",
        hint: "correct EXT-X-DISCONTINUITY-SEQUENCE")
    }
  }
}
