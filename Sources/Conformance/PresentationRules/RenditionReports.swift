import Addresses
import Playlist

enum RenditionReports: Rule {
  static let identifier = "rfc8216bis-4.4.5.4-rendition-reports"
  static let asks = "each live low-latency media playlist reports on every other one, and not on itself"
  static let why = "a player that switches must first load the other playlist to learn where it is"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let live = facts.media.filter { !$0.playlist.endList && !$0.playlist.parts.isEmpty && $0.uri != nil }
    let peers = live.map { Peer($0, facts) }
    var owners: [String: Int] = [:]
    for name in peers.lazy.flatMap(\.names) { owners[name, default: 0] += 1 }
    var findings: [Finding] = []
    for peer in peers {
      guard let base = peer.media.uri else { continue }
      var reported: Set<String> = []
      var own = Repeated(Self.self, .error, in: peer.media.name)
      for report in peer.media.playlist.renditionReports {
        // A report that cannot be resolved reports on nothing.
        guard let uri = try? base.resolve(report.uri) else { continue }
        let name = Peer.name(of: uri)
        reported.insert(name)
        // Where playlists differ in the query alone, it may be another one's.
        guard peer.names.contains(name), owners[name] == 1 else { continue }
        own.see(line: report.line, "EXT-X-RENDITION-REPORT names the playlist itself")
      }
      findings += own.all
      let missing = peers.filter {
        $0.origin == peer.origin && $0.names.isDisjoint(with: peer.names)
          && $0.names.isDisjoint(with: reported)
      }
      guard let first = missing.first else { continue }
      findings.append(
        found(
          .error, peer.media.name,
          "has no EXT-X-RENDITION-REPORT for \(shown(first.media.name))" + andMore(missing.count - 1)))
    }
    return findings
  }

  /// A playlist and the addresses that a report may know it by, without query.
  private struct Peer {
    let media: MediaPlaylistFacts
    let names: Set<String>
    /// Copies on other servers need no reports.
    let origin: Origin?

    /// Of the lines that name a playlist so many are looked at: they rarely differ in more than the query.
    private static let limit = 100

    init(_ media: MediaPlaylistFacts, _ facts: PresentationFacts) {
      self.media = media
      origin = media.uri?.origin
      var names: Set<String> = []
      if let uri = media.uri { names.insert(Self.name(of: uri)) }
      for use in media.uses.prefix(Self.limit) {
        guard let base = facts.multivariant?.uri,
          let reference = facts.variant(use)?.uri ?? facts.rendition(use)?.uri,
          // A reference that cannot be resolved gives the playlist no further name.
          let uri = try? base.resolve(reference)
        else { continue }
        names.insert(Self.name(of: uri))
      }
      self.names = names
    }

    static func name(of uri: URI) -> String { uri.origin.description + uri.path }
  }
}
