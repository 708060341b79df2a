import Playlist

enum SameTargetDuration: Rule {
  static let identifier = "rfc8216bis-6.2.4-target-duration"
  static let asks =
    "all media playlists have one EXT-X-TARGETDURATION, but for I-frames, images and finished subtitles"
  static let why = "players reckon buffers and reloads with it; a switch between different ones may stall"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference else { return [] }
    let target = reference.playlist.targetDuration
    return facts.media.compactMap { media in
      guard media.playlist.targetDuration != target, !media.isTrickPlay,
        !(facts.isSubtitles(media) && media.playlist.isComplete)
      else { return nil }
      return found(
        .error, media.name, line: media.firstLine(with: .targetDuration),
        "EXT-X-TARGETDURATION is \(media.playlist.targetDuration) where \(shown(reference.name)) has \(target)",
        hint: "give all the largest of them")
    }
  }
}
