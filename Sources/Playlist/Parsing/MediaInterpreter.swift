/// Reads the meaning of a media playlist, line by line.
struct MediaInterpreter {
  var context: TagContext
  var playlist: MediaPlaylist
  var singles = SingleTags()
  private var keyTag = KeyTag()
  private let source: SegmentSource
  private var mapURIs = RepeatedText()
  var partURIs = RepeatedText()
  private var facts = MediaSegment.Facts()
  private var keys: [Key] = []
  /// Index of the key set in force; nil when `keys` is empty or has changed since.
  private var keySet: Int?
  /// -1 stands for none.
  private var initialization = -1
  private var bitrate: Int64 = -1
  private var discontinuities: Int64 = 0
  private var lastRange: ByteRange?
  /// The sequence numbers that the first segment was given.
  private var firstNumbers: (media: Int64, discontinuity: Int64) = (0, 0)

  init(context: TagContext, uriLines: Int, hasReturn: Bool) {
    self.context = context
    source = SegmentSource(bytes: context.text.bytes, hasReturn: hasReturn)
    playlist = MediaPlaylist(text: context.text)
    playlist.segments.reserveCapacity(uriLines)
  }

  mutating func run(_ scope: VariableScope) throws(PlaylistError) -> MediaPlaylist {
    let text = context.text
    let bytes = text.bytes.span
    let lines = text.lines.span
    for line in lines.indices {
      let span = lines[line]
      switch span.kind {
      case .uri: try readURI(bytes, span, line)
      case .tag(let tag?):
        context.begin(tag, line: line, span)
        try read(tag, bytes, line, scope)
      case .tag(nil), .comment, .blank: break
      }
    }
    try finish()
    return playlist
  }

  private mutating func read(
    _ tag: TagName, _ bytes: Span<UInt8>, _ line: Int, _ scope: VariableScope
  ) throws(PlaylistError) {
    switch tag {
    case .extInf: try readDuration(bytes)
    case .byteRange: try readRange(bytes)
    case .key: try readKey(bytes)
    case .map: try readMap(bytes)
    case .programDateTime: try readDateTime(bytes)
    case .discontinuity:
      begins(line)
      try context.checkNoValue()
      if facts.isDiscontinuity { try context.tagTwice() }
      facts.isDiscontinuity = true
    case .gap:
      begins(line)
      try context.checkNoValue()
      facts.isGap = true
    case .bitrate: try readBitrate(bytes)
    case .part:
      begins(line)
      facts.parts += 1
      try readPart(bytes)
    case .tiles:
      begins(line)
      try readTiles(bytes)
    case .dateRange: try readDateRange(bytes)
    case .skip: try readSkip(bytes)
    case .preloadHint: try readPreloadHint(bytes)
    case .renditionReport: try readRenditionReport(bytes)
    case .media, .streamInf, .iFrameStreamInf, .imageStreamInf, .sessionData, .sessionKey, .contentSteering:
      try context.notes.tolerate(
        Subject(rule: .mixedKinds, tag: tag), line: line,
        "\(tag.rawValue) does not belong into a media playlist")
      playlist.misplacedLines.append(line)
    default: try readPlaylistTag(tag, bytes, scope)
    }
  }

  /// Notes the first line of what belongs to the next segment alone.
  private mutating func begins(_ line: Int) {
    if facts.firstLine < 0 { facts.firstLine = line }
  }

  private mutating func readURI(
    _ bytes: Span<UInt8>, _ span: LineSpan, _ line: Int
  ) throws(PlaylistError) {
    guard facts.hasDuration else {
      throw context.notes.malformed(.extInfMissing, line, "the segment has no EXTINF")
    }
    context.begin(.extInf, line: line, span)
    try context.checkURILine(bytes)
    let source = try uriSource(bytes, span)
    let range = try resolvedRange(bytes, source, span, line)
    if playlist.segments.isEmpty { firstNumbers = currentNumbers }
    if facts.isDiscontinuity { discontinuities += 1 }
    let number = firstNumbers.media &+ Int64(playlist.segments.count)
    playlist.segments.append(
      MediaSegment(
        facts, source: source, uriStart: Int(span.contentStart), uriLine: line, byteRange: range,
        keySet: currentKeySet() ?? -1, initialization: initialization, bitrate: bitrate,
        mediaSequence: number,
        discontinuitySequence: firstNumbers.discontinuity &+ discontinuities))
    facts = MediaSegment.Facts()
  }

  /// What the segment's URI is read from: the playlist, or a text of its own where it has variables.
  private mutating func uriSource(
    _ bytes: Span<UInt8>, _ span: LineSpan
  ) throws(PlaylistError) -> SegmentSource {
    let start = Int(span.contentStart)
    let end = Int(span.contentEnd)
    guard context.mayHoldVariables, bytes.firstIndex(of: UInt8(ascii: "{"), from: start, to: end) != nil
    else {
      return source
    }
    let written = bytes.text(from: start, to: end)
    let resolved = try context.resolved(written)
    guard !resolved.utf8.elementsEqual(written.utf8) else { return source }
    return SegmentSource(bytes: source.bytes, hasReturn: source.hasReturn, resolvedURI: resolved)
  }

  /// 4.4.4.2: without an offset the range continues the one before, of the same resource.
  private mutating func resolvedRange(
    _ bytes: Span<UInt8>, _ source: SegmentSource, _ span: LineSpan, _ line: Int
  ) throws(PlaylistError) -> ByteRange? {
    guard let written = facts.range else { return nil }
    if let offset = written.offset, let range = ByteRange(offset: offset, length: written.length) {
      return range
    }
    var offset = written.offset
    if offset == nil, let last = playlist.segments.last, let range = last.byteRange,
      last.isOf(source, Int(span.contentStart)..<Int(span.contentEnd))
    {
      offset = range.end
    }
    guard let offset else {
      throw context.notes.malformed(
        .byteRangeOffset, line,
        "EXT-X-BYTERANGE has no offset, and the segment before is no range of the same resource")
    }
    guard let range = ByteRange(offset: offset, length: written.length) else {
      throw context.notes.malformed(.limit, line, "EXT-X-BYTERANGE reaches beyond 2^63 bytes")
    }
    return range
  }

  private mutating func currentKeySet() -> Int? {
    if keys.isEmpty { return nil }
    if let keySet { return keySet }
    keySet = playlist.keySets.count
    playlist.keySets.append(keys)
    return keySet
  }

  private mutating func finish() throws(PlaylistError) {
    if facts.hasDuration {
      throw context.notes.malformed(.extInfWithoutURI, facts.firstLine, "EXTINF has no URI after it")
    }
    guard singles.has(.targetDuration) else {
      throw context.notes.malformed(.targetDuration, nil, "has no EXT-X-TARGETDURATION")
    }
    try numberSegments()
    if playlist.playlistType == .vod, !playlist.endList {
      try context.notes.tolerate(
        Subject(rule: .noEndList), line: nil, "is VOD without EXT-X-ENDLIST; taken as complete")
    }
    try context.checkVersion(playlist.version)
    playlist.requiredVersion = context.requiredVersion
    playlist.variables = context.variables
    playlist.warnings = context.notes.sorted
  }

  /// The first number is known only at the end: players forgive tags that come late.
  private mutating func numberSegments() throws(PlaylistError) {
    let (first, isBeyond) = playlist.mediaSequence.addingReportingOverflow(playlist.skippedSegments)
    let count = Int64(playlist.segments.count)
    let isTooFar =
      first.addingReportingOverflow(count).overflow
      || playlist.discontinuitySequence.addingReportingOverflow(discontinuities).overflow
    guard !isBeyond, !isTooFar else {
      throw context.notes.malformed(.limit, nil, "has sequence numbers beyond 2^63")
    }
    let given = firstNumbers
    firstNumbers = currentNumbers
    guard firstNumbers != given else { return }
    for index in playlist.segments.indices {
      playlist.segments[index].mediaSequence = first + Int64(index)
      playlist.segments[index].discontinuitySequence &+= playlist.discontinuitySequence &- given.discontinuity
    }
  }

  /// Whether an EXT-X-DISCONTINUITY stands before the line that is read.
  var hasDiscontinuity: Bool { discontinuities > 0 || facts.isDiscontinuity }

  private var currentNumbers: (media: Int64, discontinuity: Int64) {
    (playlist.mediaSequence &+ playlist.skippedSegments, playlist.discontinuitySequence)
  }
}

// Media segment tags (4.4.4).
extension MediaInterpreter {
  /// `<duration>,[<title>]`
  private mutating func readDuration(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.hasDuration { try context.tagTwice() }
    let range = context.value
    if let decimal = bytes.leadingDecimal(from: range.lowerBound, to: range.upperBound),
      decimal.end < range.upperBound, bytes[decimal.end] == UInt8(ascii: ","), decimal.value <= 1e12
    {
      facts.duration = decimal.value
      facts.durationStart = range.lowerBound
      facts.hasDuration = true
      if decimal.hasPoint { context.requires(version: 3) }
    } else {
      try readOddDuration(bytes, range)
    }
  }

  /// A duration with many digits, with blanks or text, or without comma.
  private mutating func readOddDuration(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(PlaylistError) {
    let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: range.lowerBound, to: range.upperBound)
    var end = comma ?? range.upperBound
    var start = range.lowerBound
    if comma == nil {
      try context.tolerate(.extInfComma, "has no comma after its duration")
      end = bytes.firstIndex(of: UInt8(ascii: " "), from: start, to: end) ?? end
    }
    var value = bytes.decimal(from: start, to: end)
    if value == nil {
      start = bytes.skippingBlanks(from: start, to: end)
      let numberEnd = bytes.firstIndex(of: UInt8(ascii: " "), from: start, to: end) ?? end
      end = bytes.droppingBlanks(from: start, to: numberEnd)
      value = bytes.decimal(from: start, to: end)
      if value != nil {
        try context.tolerate(.extInfDuration, "has blanks or text in its duration")
      }
    }
    guard let value, value <= 1e12 else { throw context.malformed(.extInfDuration, "has no valid duration") }
    facts.duration = value
    facts.durationStart = start
    facts.hasDuration = true
    if bytes.firstIndex(of: UInt8(ascii: "."), from: start, to: end) != nil { context.requires(version: 3) }
  }

  private mutating func readRange(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.range != nil { try context.tagTwice() }
    let range = try context.trimmedValue(bytes)
    guard let written = WrittenByteRange(bytes, from: range.lowerBound, to: range.upperBound) else {
      throw context.malformed(.byteRange, "is not <length>[@<offset>]")
    }
    facts.range = written
    context.requires(version: 4)
  }

  private mutating func readDateTime(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.dateStart != 0 { try context.tagTwice() }
    let range = try context.trimmedValue(bytes)
    guard !range.isEmpty else { return try context.tolerate(.dateTime, "has no date") }
    if DateTime(bytes, from: range.lowerBound, to: range.upperBound) == nil {
      try context.tolerate(.dateTime, "is not a date and time of ISO 8601")
    }
    facts.dateStart = range.lowerBound
  }

  private mutating func readBitrate(_ bytes: Span<UInt8>) throws(PlaylistError) {
    let range = try context.trimmedValue(bytes)
    guard let value = bytes.integer(from: range.lowerBound, to: range.upperBound) else {
      try context.tolerate(.tagValue, "is not a decimal integer")
      return
    }
    bitrate = value
  }

  /// A key holds until the next of its KEYFORMAT, all of them until METHOD=NONE.
  private mutating func readKey(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let key = try keyTag.read(&context, bytes) else { return }
    keySet = nil
    if key.method == .none {
      keys = []
    } else if keys.count == 1, keys[0].keyFormat == key.keyFormat {
      keys = [key]
    } else if let place = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
      keys[place] = key
    } else {
      guard keys.count < 64 else {
        throw context.malformed(.limit, "is one of more than 64 key formats at once")
      }
      keys.append(key)
    }
  }

  private mutating func readMap(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let uri = try context.quoted("URI", bytes, repeating: &mapURIs) else {
      throw context.malformed(.attributeMissing, "has no URI")
    }
    let written = try context.quoted("BYTERANGE", bytes)
    guard !context.isIgnored else { return }
    var range: ByteRange?
    if let written {
      let text = Array(written.utf8)
      guard let parsed = WrittenByteRange(text.span, from: 0, to: text.count) else {
        throw context.malformed(.mapRange, "BYTERANGE is not <length>@<offset>")
      }
      if parsed.offset == nil {
        try context.tolerate(.mapRange, of: "BYTERANGE", "has no offset; 0 is taken")
      }
      range = ByteRange(offset: parsed.offset ?? 0, length: parsed.length)
    }
    context.requires(version: playlist.iFramesOnly ? 5 : 6)
    initialization = playlist.initializations.count
    playlist.initializations.append(
      MediaInitialization(
        line: context.line, uri: uri, byteRange: range, keySet: currentKeySet(),
        firstSegment: playlist.segments.count))
  }
}
