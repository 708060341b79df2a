/// Reads the meaning of a multivariant playlist, line by line.
struct MultivariantInterpreter {
  var context: TagContext
  var playlist: MultivariantPlaylist
  private var singles = SingleTags()
  private var keyTag = KeyTag()
  private var stream = PendingStream.none

  /// What the last EXT-X-STREAM-INF says about the URI line to come.
  private enum PendingStream {
    case none
    /// The tag is ignored, and its URI line with it.
    case ignored
    case read(StreamInf)
  }

  init(context: TagContext) {
    self.context = context
    playlist = MultivariantPlaylist(text: context.text)
  }

  mutating func run(_ scope: VariableScope) throws(PlaylistError) -> MultivariantPlaylist {
    let text = context.text
    let bytes = text.bytes.span
    for line in text.lines.indices {
      switch text.lines[line].kind {
      case .uri: try readURI(bytes, line)
      case .tag(let tag?): try read(tag, bytes, line, scope)
      case .tag(nil), .comment, .blank: break
      }
    }
    try reportMissingURI()
    try context.checkVersion(playlist.version)
    playlist.requiredVersion = context.requiredVersion
    playlist.variables = context.variables
    playlist.warnings = context.notes.sorted
    return playlist
  }

  private mutating func read(
    _ tag: TagName, _ bytes: Span<UInt8>, _ line: Int, _ scope: VariableScope
  ) throws(PlaylistError) {
    context.begin(tag, line: line)
    switch tag {
    case .streamInf:
      try reportMissingURI()
      stream = try context.readStreamInf(bytes).map { .read($0) } ?? .ignored
    case .media: try context.readRendition(bytes).map { playlist.renditions.append($0) }
    case .iFrameStreamInf: try context.readIFrameStream(bytes).map { playlist.iFrameStreams.append($0) }
    case .imageStreamInf: try context.readImageStream(bytes).map { playlist.imageStreams.append($0) }
    case .sessionData: try context.readSessionData(bytes).map { playlist.sessionData.append($0) }
    case .sessionKey:
      guard try context.readAttributes(bytes) else { return }
      try keyTag.read(&context, bytes).map { playlist.sessionKeys.append($0) }
    case .define: try context.readDefinition(bytes, scope, isMultivariant: true)
    case .extM3U, .version, .independentSegments, .start, .contentSteering:
      guard try singles.isFirst(&context) else { return }
      try readSingle(tag, bytes)
      singles.forgetIgnored(context)
    default:
      try context.notes.tolerate(
        Subject(rule: .mixedKinds, tag: tag), line: line,
        "\(tag.rawValue) does not belong into a multivariant playlist")
      playlist.misplacedLines.append(line)
    }
  }

  private mutating func readSingle(_ tag: TagName, _ bytes: Span<UInt8>) throws(PlaylistError) {
    switch tag {
    case .version: playlist.version = try context.readVersion(bytes)
    case .independentSegments:
      try context.checkNoValue()
      playlist.independentSegments = true
    case .start: playlist.start = try context.readStart(bytes)
    case .contentSteering: playlist.contentSteering = try context.readContentSteering(bytes)
    default: break
    }
  }

  private mutating func readURI(_ bytes: Span<UInt8>, _ line: Int) throws(PlaylistError) {
    let pending = stream
    stream = .none
    switch pending {
    case .ignored: return
    case .none:
      try context.notes.tolerate(
        Subject(rule: .strayURI), line: line, "the URI has no EXT-X-STREAM-INF before it")
    case .read(let inf):
      context.begin(.streamInf, line: line)
      try context.checkURILine(bytes)
      let uri = try context.resolved(context.text.text(line))
      playlist.variants.append(inf.variant(uri: uri, uriLine: line))
    }
  }

  private mutating func reportMissingURI() throws(PlaylistError) {
    guard case .read(let inf) = stream else { return }
    stream = .none
    try context.notes.tolerate(
      Subject(rule: .missingURI), line: inf.line, "EXT-X-STREAM-INF has no URI after it")
  }
}
