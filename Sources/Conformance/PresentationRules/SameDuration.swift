import Playlist

enum SameDuration: Rule {
  static let identifier = "apple-authoring-8.3-same-duration"
  static let asks = "finished media playlists of sound and picture last equally long"
  static let why = "sound or picture ends before the other does, or a switch leads beyond the end"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let finished = facts.media.filter { $0.playlist.isComplete }
    guard let reference = facts.reference, reference.playlist.isComplete,
      let target = facts.mainMedia.filter({ $0.playlist.isComplete }).map(\.playlist.targetDuration).min()
    else { return [] }
    let duration = reference.playlist.duration
    return finished.compactMap { media in
      guard !facts.isSubtitles(media), !media.playlist.imagesOnly else {
        return nil
      }
      let own = media.playlist.duration
      let isFar = abs(own - duration) > Double(target)
      // What is for scanning only does no harm at the end; and half a second is the rounding of frames.
      guard isFar || !media.isTrickPlay && abs(own - duration) > 0.5 else { return nil }
      let severity: Severity = isFar ? media.isTrickPlay ? .warning : .error : .info
      return found(
        severity, media.name,
        "lasts \(Timeline.text(own)) where \(shown(reference.name)) lasts \(Timeline.text(duration))")
    }
  }
}
