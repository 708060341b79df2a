import Playlist

enum SubtitlesCover: Rule {
  static let identifier = "apple-authoring-5.5-subtitle-coverage"
  static let asks = "finished playlists of subtitles cover the whole content"
  static let why = "players stall where the subtitles have no segment for what is shown"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference, reference.playlist.isComplete else { return [] }
    let duration = reference.playlist.duration
    return facts.media.compactMap { media in
      guard facts.isSubtitles(media), media.playlist.isComplete else { return nil }
      let own = media.playlist.duration
      guard duration - own > Double(reference.playlist.targetDuration) else { return nil }
      return found(
        .error, media.name,
        "ends at \(Timeline.text(own)) where \(shown(reference.name)) ends at \(Timeline.text(duration))",
        hint: "add segments without cues up to the end")
    }
  }
}
