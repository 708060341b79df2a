/// EXT-X-PLAYLIST-TYPE (4.4.3.5).
package enum PlaylistType: String, Hashable, Sendable {
  case vod = "VOD"
  case event = "EVENT"
}

/// A media playlist: its lines, and what they mean.
package struct MediaPlaylist: Sendable {
  package let text: PlaylistText
  package internal(set) var warnings: [PlaylistWarning] = []
  /// EXT-X-VERSION as written; nil where it is absent, which means 1.
  package internal(set) var version: Int?
  /// The smallest EXT-X-VERSION that does for what the playlist uses (section 8).
  package internal(set) var requiredVersion = 1
  /// Seconds, at least 1.
  package internal(set) var targetDuration = 1
  package internal(set) var mediaSequence: Int64 = 0
  package internal(set) var discontinuitySequence: Int64 = 0
  package internal(set) var playlistType: PlaylistType?
  /// Whether EXT-X-ENDLIST is there.
  package internal(set) var endList = false
  package internal(set) var iFramesOnly = false
  package internal(set) var imagesOnly = false
  package internal(set) var independentSegments = false
  package internal(set) var start: Start?
  package internal(set) var variables = Variables()
  package internal(set) var segments: [MediaSegment] = []
  package internal(set) var initializations: [MediaInitialization] = []
  /// Each the keys that apply at once, one for each KEYFORMAT; never empty.
  package internal(set) var keySets: [[Key]] = []
  package internal(set) var dateRanges: [DateRange] = []
  /// Nil in a whole playlist.
  package internal(set) var skip: Skip?
  package internal(set) var partInf: PartInf?
  package internal(set) var serverControl: ServerControl?
  /// In the order of the lines, and so of their segments.
  package internal(set) var parts: [PartialSegment] = []
  package internal(set) var preloadHints: [PreloadHint] = []
  package internal(set) var renditionReports: [RenditionReport] = []
  package internal(set) var tiles: [Tiles] = []
  /// Lines (from 0) of tags that belong into a multivariant playlist and are ignored here.
  package internal(set) var misplacedLines: [Int] = []

  init(text: PlaylistText) { self.text = text }

  package var definitions: [Definition] { variables.definitions }

  /// Segments that a delta update leaves out; 0 in a whole playlist.
  package var skippedSegments: Int64 { skip?.skippedSegments ?? 0 }

  /// Whether nothing will be added: EXT-X-ENDLIST, or VOD without it (with a warning); never a delta update.
  package var isComplete: Bool { (endList || playlistType == .vod) && skippedSegments == 0 }

  /// Seconds: the sum of all EXTINF.
  package var duration: Double {
    // Summed with what each addition loses, so that 200,000 segments do not drift.
    var sum = 0.0
    var lost = 0.0
    for segment in segments {
      let term = segment.duration - lost
      let next = sum + term
      lost = (next - sum) - term
      sum = next
    }
    return sum
  }

  /// For each segment the instant of its own EXT-X-PROGRAM-DATE-TIME; nil where it has none or an unreadable
  /// one. Empty when no segment has any.
  package var dateTimes: [DateTime?] {
    guard segments.contains(where: \.hasProgramDateTime) else { return [] }
    return segments.map(\.dateTime)
  }

  /// The line as a player reads it: variables resolved.
  package func substitutedText(_ line: Int) -> String { variables.resolvedLine(line, of: text) }

  /// Refuses a playlist that may still grow. `name` is for the error.
  package func requireComplete(named name: String) throws(PlaylistError) {
    guard !isComplete else { return }
    if skippedSegments > 0 {
      throw PlaylistError(
        name: name, line: nil, .deltaUpdate, "is a delta update (EXT-X-SKIP), not a whole playlist",
        kind: .live,
        hint: "ask for it without _HLS_skip")
    }
    let kind = playlistType == .event ? "is an event that goes on" : "is live"
    throw PlaylistError(
      name: name, line: nil, .live, "\(kind): it has no EXT-X-ENDLIST", kind: .live,
      hint: "try again when the programme has ended")
  }
}
