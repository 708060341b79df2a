package import Addresses

/// What a playlist turned out to be.
package enum ParsedPlaylist: Sendable {
  case multivariant(MultivariantPlaylist)
  case media(MediaPlaylist)

  package var warnings: [PlaylistWarning] {
    switch self {
    case .multivariant(let playlist): playlist.warnings
    case .media(let playlist): playlist.warnings
    }
  }

  package var text: PlaylistText {
    switch self {
    case .multivariant(let playlist): playlist.text
    case .media(let playlist): playlist.text
    }
  }
}

/// Reads playlists (draft-pantos-hls-rfc8216bis-20, section 4). Pure: no input makes it crash, and none makes
/// it take more than a small multiple of its size.
package struct PlaylistParser: Sendable {
  package enum Mode: Sendable {
    /// What players accept is accepted, each leniency with a warning.
    case lenient
    /// The text of the specification.
    case strict
  }

  package let name: String
  package let uri: URI?
  package let mode: Mode
  package let imported: [String: String]?

  /// - Parameters:
  ///   - name: what errors call the playlist; no secrets in it.
  ///   - uri: the address that answered, after redirects, for EXT-X-DEFINE QUERYPARAM.
  ///   - imported: the variables of the multivariant playlist that led here, for IMPORT; nil when none did.
  package init(name: String, uri: URI? = nil, mode: Mode = .lenient, imported: [String: String]? = nil) {
    self.name = name
    self.uri = uri
    self.mode = mode
    self.imported = imported
  }

  package func parse(_ bytes: [UInt8]) throws(PlaylistError) -> ParsedPlaylist {
    if let what = ForeignText.name(of: bytes) {
      throw PlaylistError(
        name: name, line: nil, .notAPlaylist, "is \(what), not an HLS playlist",
        kind: .notAPlaylist(what: what))
    }
    var reader = LineReader()
    let text = try reader.read(bytes, name: name)
    var notes = Notes(name: name, isStrict: mode == .strict)
    try notes.noteEncoding(of: text, reader.survey)
    try noteLines(of: text, reader, &notes)
    try checkHeader(of: text, &notes)
    let scope = VariableScope(uri: uri, imported: imported)
    let contents = reader.contents
    let context = TagContext(text: text, notes: notes, hasBrace: reader.survey.hasBrace)
    if try isMedia(contents, text) {
      var interpreter = MediaInterpreter(
        context: context, uriLines: contents.uriLines, hasReturn: reader.survey.hasReturn)
      return .media(try interpreter.run(scope))
    }
    var interpreter = MultivariantInterpreter(context: context)
    return .multivariant(try interpreter.run(scope))
  }

  /// 4.1: at least one media tag makes a media playlist, at least one multivariant tag the other kind. Players
  /// forgive a stray tag of the wrong kind; which kind it is then follows from what carries the content.
  private func isMedia(_ contents: Contents, _ text: PlaylistText) throws(PlaylistError) -> Bool {
    if let media = contents.firstMedia, let multivariant = contents.firstMultivariant {
      let line = max(media, multivariant) + 1
      if contents.hasSegments, contents.hasVariants {
        throw PlaylistError(name: name, line: line, .mixedKinds, "has both segments and variants")
      }
      return contents.hasSegments
    }
    if contents.firstMedia == nil, contents.firstMultivariant == nil, contents.uriLines > 0 {
      throw PlaylistError(
        name: name, line: nil, .notAPlaylist, "is a plain M3U list, not an HLS playlist",
        kind: .notAPlaylist(what: "a plain M3U list"))
    }
    if contents.hasSegments, !contents.hasLaterTags {
      throw PlaylistError(
        name: name, line: nil, .notAPlaylist, "is a plain M3U list, not an HLS playlist",
        kind: .notAPlaylist(what: "a plain M3U list"))
    }
    return contents.firstMedia != nil
  }

  private func noteLines(
    of text: PlaylistText, _ reader: LineReader, _ notes: inout Notes
  ) throws(PlaylistError) {
    if let line = reader.loneReturns.first {
      try notes.tolerate(
        Subject(rule: .loneReturn), line: line, "the line ends with a lone carriage return",
        count: reader.loneReturns.count)
    }
    if let line = reader.blanks.first {
      try notes.tolerate(
        Subject(rule: .blanksAroundLine), line: line, "the line has blanks around it",
        count: reader.blanks.count)
    }
    if text.lacksFinalLineEnd {
      notes.note(Subject(rule: .noFinalLineEnd), line: text.lines.count - 1, "the last line has no line end")
    }
  }

  private func checkHeader(of text: PlaylistText, _ notes: inout Notes) throws(PlaylistError) {
    guard let first = text.lines.first else { return }
    if case .tag(.extM3U) = first.kind, first.contentEnd - first.contentStart == 7 { return }
    let start = Int(first.contentStart)
    let end = Int(first.contentEnd)
    let bytes = text.bytes.span
    guard bytes.starts(with: "#EXTM3U", from: start, to: end),
      start + 7 == end || bytes[start + 7].isSeparator
    else {
      throw PlaylistError(
        name: name, line: 1, .notAPlaylist, "does not begin with #EXTM3U",
        kind: .notAPlaylist(what: "a text without #EXTM3U"))
    }
    try notes.tolerate(Subject(rule: .textAfterHeader), line: 0, "#EXTM3U has text after it")
  }
}

extension UInt8 {
  fileprivate var isSeparator: Bool { isBlank || self == UInt8(ascii: ":") || self == UInt8(ascii: ",") }
}

extension PlaylistText {
  /// The line that a byte stands in, counted from 0.
  func line(at place: Int) -> Int {
    var low = 0
    var high = lines.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(lines[middle].start) <= place { low = middle } else { high = middle }
    }
    return low
  }
}
