import Addresses
import Conformance
import Playlist

/// A media playlist in which no rule finds anything, to be broken at one point.
struct MediaPlaylistRuleSource {
  private(set) var text: String

  /// Of MPEG-2 transport streams, as most packagers write it.
  static let stored = MediaPlaylistRuleSource(
    """
    #EXTM3U
    #EXT-X-VERSION:3
    #EXT-X-TARGETDURATION:6
    #EXT-X-MEDIA-SEQUENCE:0
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXTINF:6.006,
    0.ts
    #EXTINF:5.005,
    1.ts
    #EXT-X-DISCONTINUITY
    #EXTINF:6.006,
    2.ts
    #EXTINF:3.003,
    3.ts
    #EXT-X-ENDLIST

    """)

  init(_ text: String) { self.text = text }

  /// Of `lines` between a header and the end: version 6, a target duration of 6 s, VOD.
  init(lines: [String], version: Int = 3, type: String? = "VOD", isEnded: Bool = true) {
    let header = ["#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:6"]
    let kind = type.map { ["#EXT-X-PLAYLIST-TYPE:\($0)"] } ?? []
    text = (header + kind + lines + (isEnded ? ["#EXT-X-ENDLIST"] : [])).joined(separator: "\n") + "\n"
  }

  /// Replaces a text wherever it stands; it must stand somewhere.
  func replacing(_ old: String, with new: String) throws -> MediaPlaylistRuleSource {
    guard text.contains(old) else { throw NotThere(text: old) }
    return MediaPlaylistRuleSource(text.replacing(old, with: new))
  }

  func facts(at address: String? = nil) throws -> MediaPlaylistFacts {
    let parsed = try PlaylistParser(name: "media.m3u8").parse(Array(text.utf8))
    guard case .media(let playlist) = parsed else { throw NotThere(text: "a media playlist") }
    return MediaPlaylistFacts(name: "media.m3u8", playlist: playlist, uri: try address.map { try URI($0) })
  }

  func findings(at address: String? = nil) throws -> [Finding] {
    RuleBook.findings(in: try facts(at: address))
  }

  /// What is found, as short texts: "error 12 rfc8216bis-…"; 0 stands for no line.
  func told(at address: String? = nil) throws -> [String] {
    try findings(at: address).sorted().map { "\($0.severity) \($0.line ?? 0) \($0.rule)" }
  }

  /// What one rule finds: "error 12".
  func told(_ rule: String, at address: String? = nil) throws -> [String] {
    try findings(at: address).filter { $0.rule == rule }.map { "\($0.severity) \($0.line ?? 0)" }
  }

  struct NotThere: Error { let text: String }
}
