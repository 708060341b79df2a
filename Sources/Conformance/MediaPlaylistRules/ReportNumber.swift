import Playlist

enum ReportNumber: Rule {
  static let identifier = "rfc8216bis-4.4.5.4-last-msn"
  static let asks = "EXT-X-RENDITION-REPORT has LAST-MSN, unless it is the playlist's own"
  static let why = "a client that switches asks for the segment after it, and must else reckon which that is"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var seen = Seen()
    for report in facts.playlist.renditionReports where report.lastMediaSequence == nil {
      seen.see(report.line)
    }
    return found(.info, facts.name, seen, "EXT-X-RENDITION-REPORT has no LAST-MSN")
  }
}
