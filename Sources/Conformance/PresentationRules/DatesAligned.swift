import Playlist

enum DatesAligned: Rule {
  static let identifier = "rfc8216bis-6.2.4-date-mapping"
  static let asks = "EXT-X-PROGRAM-DATE-TIME gives the same time the same date in all media playlists"
  static let why = "players that match playlists by date show sound or subtitles at the wrong place"

  /// Seconds.
  private static let tolerance = 0.5

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let origins = facts.media.compactMap { media in media.isTrickPlay ? nil : Origin(media) }
    guard let reference = facts.reference.flatMap({ Origin($0) }) ?? origins.first else { return [] }
    return origins.compactMap { origin in
      let apart = origin.date.seconds(since: reference.date) - (origin.time - reference.time)
      guard abs(apart) > tolerance else { return nil }
      return found(
        .error, origin.media.name, line: origin.line,
        "EXT-X-PROGRAM-DATE-TIME is \(Timeline.text(abs(apart))) \(apart > 0 ? "later" : "earlier") than that of "
          + "\(shown(reference.media.name)) at the same time")
    }
  }

  /// The first date of a finished playlist.
  private struct Origin {
    let media: MediaPlaylistFacts
    let date: DateTime
    /// Seconds from the beginning.
    let time: Double
    /// Counted from 1.
    let line: Int

    init?(_ media: MediaPlaylistFacts) {
      guard media.playlist.isComplete, let index = media.dates.firstIndex(where: { $0 != nil }),
        let date = media.dates[index]
      else { return nil }
      self.media = media
      self.date = date
      time = media.playlist.segments[..<index].reduce(0) { $0 + $1.duration }
      line = media.line(of: .programDateTime, at: index)
    }
  }
}
