import Playlist

enum IndependentSegmentsTold: Rule {
  static let identifier = "apple-authoring-9.11-independent-segments"
  static let asks = "EXT-X-INDEPENDENT-SEGMENTS is in the multivariant playlist, or in all of video"
  static let why = "without it a player must load the segment before the one it wants to begin with"

  private static let hint = "if each segment begins with a key frame, add it to the multivariant playlist"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let multivariant = facts.multivariant else {
      return facts.media.filter { media in
        media.isAlone && !media.isTrickPlay && !media.hasNamesWithoutVideo && !media.playlist.segments.isEmpty
          && !media.playlist.independentSegments
      }.map {
        found(
          .error, $0.name, "has no EXT-X-INDEPENDENT-SEGMENTS",
          hint: "add it if each segment begins with a key frame")
      }
    }
    guard !multivariant.playlist.independentSegments else { return [] }
    let video = facts.videoMedia
    let lacking = video.filter { !$0.playlist.independentSegments }
    guard lacking.count < video.count || lacking.isEmpty else {
      return [
        found(
          .error, multivariant.name, "has no EXT-X-INDEPENDENT-SEGMENTS, nor has any media playlist of video",
          hint: hint)
      ]
    }
    return lacking.map {
      found(
        .error, $0.name,
        "has no EXT-X-INDEPENDENT-SEGMENTS where the multivariant playlist has none and others have it",
        hint: hint)
    }
  }
}
