import Addresses
import Playlist

enum ReportOfOthers: Rule {
  static let identifier = "rfc8216bis-4.4.5.4-report-self"
  static let asks = "EXT-X-RENDITION-REPORT names another playlist than the one it stands in"
  static let why = "who reads it has that one already"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    // In live playlists with parts, the rule over all playlists tells it.
    guard let base = facts.uri, facts.playlist.endList || facts.playlist.parts.isEmpty else { return [] }
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for report in facts.playlist.renditionReports {
      // A report that cannot be resolved names nothing.
      guard let uri = try? base.resolve(report.uri), uri.withoutFragment == base.withoutFragment else {
        continue
      }
      repeated.see(line: report.line, "EXT-X-RENDITION-REPORT names the playlist itself")
    }
    return repeated.all
  }
}
