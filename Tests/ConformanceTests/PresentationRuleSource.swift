import Addresses
import Conformance
import Playlist

/// A source of seven playlists in which no rule on all of them finds anything, to be broken at one point.
struct PresentationRuleSource {
  var multivariant = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,AUDIO="a",SUBTITLES="s"
    low.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a",SUBTITLES="s"
    high.m3u8
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="audio.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="subtitles.m3u8"
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.64001f",RESOLUTION=640x360,URI="iframes.m3u8"
    #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=10000,CODECS="jpeg",RESOLUTION=320x180,URI="images.m3u8"

    """

  /// By name.
  var media: [String: String] = [
    "low.m3u8": main, "high.m3u8": main, "audio.m3u8": main, "subtitles.m3u8": main,
    "iframes.m3u8": trick(.iFramesOnly), "images.m3u8": trick(.imagesOnly),
  ]

  static let main = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:4
    #EXT-X-PLAYLIST-TYPE:VOD
    #EXT-X-PROGRAM-DATE-TIME:2027-01-01T00:00:00.000Z
    #EXTINF:4.000,
    0.ts
    #EXTINF:4.000,
    1.ts
    #EXT-X-DISCONTINUITY
    #EXTINF:4.000,
    2.ts
    #EXTINF:3.000,
    3.ts
    #EXT-X-ENDLIST

    """

  private static func trick(_ tag: TagName) -> String {
    """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-TARGETDURATION:8
    #EXT-X-PLAYLIST-TYPE:VOD
    #\(tag.rawValue)
    #EXTINF:8.000,
    0.bin
    #EXTINF:7.000,
    1.bin
    #EXT-X-ENDLIST

    """
  }

  /// Replaces a text in one playlist ("" is the multivariant one).
  func replacing(_ old: String, with new: String, in name: String) -> PresentationRuleSource {
    var copy = self
    if name.isEmpty {
      copy.multivariant = multivariant.replacing(old, with: new)
    } else {
      copy.media[name] = media[name]?.replacing(old, with: new)
    }
    return copy
  }

  /// Replaces a text in every media playlist.
  func replacingAll(_ old: String, with new: String) -> PresentationRuleSource {
    var copy = self
    copy.media = media.mapValues { $0.replacing(old, with: new) }
    return copy
  }

  /// Sets the text of media playlists.
  func with(_ text: String, for names: String...) -> PresentationRuleSource {
    var copy = self
    for name in names { copy.media[name] = text }
    return copy
  }

  func facts() throws -> PresentationFacts {
    let base = try URI("https://media.example/title/main.m3u8")
    guard case .multivariant(let playlist) = try parsed(multivariant, "main.m3u8") else { throw WrongKind() }
    var order: [String] = []
    var uses: [String: [MediaPlaylistFacts.Use]] = [:]
    func note(_ uri: String, _ use: MediaPlaylistFacts.Use) {
      if uses[uri] == nil { order.append(uri) }
      uses[uri, default: []].append(use)
    }
    for (index, item) in playlist.variants.enumerated() { note(item.uri, .variant(index)) }
    for (index, item) in playlist.renditions.enumerated() {
      if let uri = item.uri { note(uri, .rendition(index)) }
    }
    for (index, item) in playlist.iFrameStreams.enumerated() { note(item.uri, .iFrames(index)) }
    for (index, item) in playlist.imageStreams.enumerated() { note(item.uri, .images(index)) }
    let found = try order.compactMap { name -> MediaPlaylistFacts? in
      guard let text = media[name] else { return nil }
      return try Self.facts(text, name, uri: base.resolve(name), uses: uses[name] ?? [])
    }
    return PresentationFacts(
      multivariant: MultivariantFacts(name: "main.m3u8", playlist: playlist, uri: base), media: found,
      isWhole: found.count == order.count)
  }

  /// What the rules find.
  func findings() throws -> [Finding] { RuleBook.findings(in: try facts()) }

  /// A media playlist that was read alone.
  static func alone(_ text: String) throws -> PresentationFacts {
    PresentationFacts(multivariant: nil, media: [try facts(text, "alone.m3u8")], isWhole: true)
  }

  private static func facts(
    _ text: String, _ name: String, uri: URI? = nil, uses: [MediaPlaylistFacts.Use] = []
  ) throws -> MediaPlaylistFacts {
    guard case .media(let playlist) = try PlaylistParser(name: name).parse(Array(text.utf8)) else {
      throw WrongKind()
    }
    return MediaPlaylistFacts(name: name, playlist: playlist, uri: uri, uses: uses)
  }

  private func parsed(_ text: String, _ name: String) throws -> ParsedPlaylist {
    try PlaylistParser(name: name).parse(Array(text.utf8))
  }

  struct WrongKind: Error {}
}

/// What of a finding a test compares.
struct Told: Hashable, CustomStringConvertible {
  var rule: String
  var severity: Severity
  var file: String
  var line: Int?

  init(_ rule: String, _ severity: Severity, _ file: String, _ line: Int? = nil) {
    self.rule = rule
    self.severity = severity
    self.file = file
    self.line = line
  }

  init(_ finding: Finding) {
    self.init(finding.rule, finding.severity, finding.file, finding.line)
  }

  var description: String { "\(severity) \(rule) \(file):\(line ?? 0)" }
}
