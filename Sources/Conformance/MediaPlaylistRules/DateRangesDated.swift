import Playlist

enum DateRangesDated: Rule {
  static let identifier = "rfc8216bis-4.4.5.1-program-date-time"
  static let asks = "a playlist with EXT-X-DATERANGE has an EXT-X-PROGRAM-DATE-TIME"
  static let why = "without one no range has a place in the media"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard let first = playlist.dateRanges.first, facts.dates.isEmpty, playlist.skip == nil,
      // Unreadable ones are told by others; a first part may have one before its segment is there.
      facts.firstLine(with: .programDateTime) == nil
    else { return [] }
    return [
      found(
        .error, facts.name, line: first.line + 1,
        "EXT-X-DATERANGE is in a playlist without EXT-X-PROGRAM-DATE-TIME")
    ]
  }
}
