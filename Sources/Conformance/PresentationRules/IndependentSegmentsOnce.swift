import Playlist

enum IndependentSegmentsOnce: Rule {
  static let identifier = "rfc8216bis-4.4.2.1-independent-segments-once"
  static let asks =
    "EXT-X-INDEPENDENT-SEGMENTS of the multivariant playlist is not repeated in media playlists"
  static let why = "the multivariant playlist says it for all of them; repeated, it is bytes without use"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard facts.multivariant?.playlist.independentSegments == true else { return [] }
    let media = facts.media.filter(\.playlist.independentSegments)
    guard let first = media.first else { return [] }
    let others = media.count > 1 ? "; so do \(media.count - 1) other playlists" : ""
    return [
      found(
        .info, first.name, line: first.firstLine(with: .independentSegments),
        "repeats EXT-X-INDEPENDENT-SEGMENTS of the multivariant playlist" + others)
    ]
  }
}
