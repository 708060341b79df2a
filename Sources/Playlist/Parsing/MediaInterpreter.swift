/// Reads the meaning of a media playlist, line by line.
struct MediaInterpreter {
  var context: TagContext
  var playlist: MediaPlaylist
  var singles = SingleTags()
  private var keyTag = KeyTag()
  private var uris = RepeatedText()
  private var mapURIs = RepeatedText()
  private var facts = MediaSegment.Facts()
  private var keys: [Key] = []
  /// Index of the key set in force; nil when `keys` is empty or has changed since.
  private var keySet: Int?
  private var initialization: Int?
  private var bitrate: Int64?
  private var discontinuities: Int64 = 0
  private var lastRange: ByteRange?
  private var hasTargetDuration = false

  init(context: TagContext, uriLines: Int) {
    self.context = context
    playlist = MediaPlaylist(text: context.text)
    playlist.segments.reserveCapacity(uriLines)
  }

  mutating func run(_ scope: VariableScope) throws(PlaylistError) -> MediaPlaylist {
    let text = context.text
    let bytes = text.bytes.span
    for line in text.lines.indices {
      switch text.lines[line].kind {
      case .uri: try readURI(bytes, line)
      case .tag(let tag?): try read(tag, bytes, line, scope)
      case .tag(nil), .comment, .blank: break
      }
    }
    try finish()
    return playlist
  }

  private mutating func read(
    _ tag: TagName, _ bytes: Span<UInt8>, _ line: Int, _ scope: VariableScope
  ) throws(PlaylistError) {
    context.begin(tag, line: line)
    switch tag {
    case .extInf: try readDuration(bytes)
    case .byteRange: try readRange(bytes)
    case .key: try readKey(bytes)
    case .map: try readMap(bytes)
    case .programDateTime: try readDateTime(bytes)
    case .discontinuity:
      begins(line)
      if facts.isDiscontinuity { try context.tagTwice() }
      facts.isDiscontinuity = true
    case .gap:
      begins(line)
      facts.isGap = true
    case .bitrate: try readBitrate(bytes)
    case .part:
      begins(line)
      facts.parts += 1
    case .tiles: begins(line)
    case .dateRange: try readDateRange(bytes)
    case .skip: try readSkip(bytes)
    case .partInf, .serverControl, .preloadHint, .renditionReport: break
    case .media, .streamInf, .iFrameStreamInf, .imageStreamInf, .sessionData, .sessionKey, .contentSteering:
      try context.notes.tolerate(
        .tagMisplaced, line: line, "\(tag.rawValue) does not belong into a media playlist")
      playlist.misplacedLines.append(line)
    default: try readPlaylistTag(tag, bytes, scope)
    }
  }

  /// Notes the first line of what belongs to the next segment alone.
  private mutating func begins(_ line: Int) {
    if facts.firstLine == nil { facts.firstLine = line }
  }

  private mutating func readURI(_ bytes: Span<UInt8>, _ line: Int) throws(PlaylistError) {
    let span = context.text.lines[line]
    guard facts.hasDuration else {
      throw context.notes.malformed(line, "the segment has no EXTINF")
    }
    context.begin(.extInf, line: line)
    let written = uris.text(bytes, from: Int(span.contentStart), to: Int(span.contentEnd))
    let uri = try context.resolved(written)
    let range = try resolvedRange(for: uri, line)
    if facts.isDiscontinuity { discontinuities += 1 }
    playlist.segments.append(
      MediaSegment(
        facts, uri: uri, uriLine: line, byteRange: range, keySet: currentKeySet(),
        initialization: initialization, bitrate: bitrate, mediaSequence: 0,
        discontinuitySequence: discontinuities))
    lastRange = range
    facts = MediaSegment.Facts()
  }

  /// 4.4.4.2: without an offset the range continues the one before, of the same resource.
  private mutating func resolvedRange(for uri: String, _ line: Int) throws(PlaylistError) -> ByteRange? {
    guard let written = facts.range else { return nil }
    var offset = written.offset
    if offset == nil, let lastRange, playlist.segments.last?.uri == uri { offset = lastRange.end }
    guard let offset else {
      throw context.notes.malformed(
        line, "EXT-X-BYTERANGE has no offset, and the segment before is no range of the same resource")
    }
    guard let range = ByteRange(offset: offset, length: written.length) else {
      throw context.notes.malformed(line, "EXT-X-BYTERANGE reaches beyond 2^63 bytes")
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
      throw context.notes.malformed(facts.firstLine, "EXTINF has no URI after it")
    }
    guard singles.has(.targetDuration) else {
      throw context.notes.malformed(nil, "has no EXT-X-TARGETDURATION")
    }
    try numberSegments()
    if playlist.playlistType == .vod, !playlist.endList {
      try context.notes.tolerate(.noEndList, line: nil, "is VOD without EXT-X-ENDLIST; taken as complete")
    }
    context.checkVersion(playlist.version)
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
    guard !isBeyond, !isTooFar else { throw context.notes.malformed(nil, "has sequence numbers beyond 2^63") }
    for index in playlist.segments.indices {
      playlist.segments[index].mediaSequence = first + Int64(index)
      playlist.segments[index].discontinuitySequence += playlist.discontinuitySequence
    }
  }
}

// Media segment tags (4.4.4).
extension MediaInterpreter {
  /// `<duration>,[<title>]`
  private mutating func readDuration(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.hasDuration { try context.tagTwice() }
    let range = context.text.valueRange(context.line)
    let comma = bytes.firstIndex(of: UInt8(ascii: ","), from: range.lowerBound, to: range.upperBound)
    var end = comma ?? range.upperBound
    var start = range.lowerBound
    if comma == nil {
      try context.notes.tolerate(.noComma, line: context.line, "EXTINF has no comma after its duration")
      end = bytes.firstIndex(of: UInt8(ascii: " "), from: start, to: end) ?? end
    }
    var value = bytes.decimal(from: start, to: end)
    if value == nil {
      start = bytes.skippingBlanks(from: start, to: end)
      let numberEnd = bytes.firstIndex(of: UInt8(ascii: " "), from: start, to: end) ?? end
      end = bytes.droppingBlanks(from: start, to: numberEnd)
      value = bytes.decimal(from: start, to: end)
      if value != nil {
        try context.notes.tolerate(
          .valueSyntax, line: context.line, "EXTINF has blanks or text in its duration")
      }
    }
    guard let value, value <= 1e12 else { throw context.malformed("has no valid duration") }
    facts.duration = value
    facts.durationText = bytes.text(from: start, to: end)
    facts.hasDuration = true
    if bytes.firstIndex(of: UInt8(ascii: "."), from: start, to: end) != nil { context.requires(version: 3) }
    guard let comma else { return }
    let titleStart = bytes.skippingBlanks(from: comma + 1, to: range.upperBound)
    facts.title = titleStart < range.upperBound ? bytes.text(from: titleStart, to: range.upperBound) : nil
  }

  private mutating func readRange(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.range != nil { try context.tagTwice() }
    let range = try context.trimmedValue(bytes)
    guard let written = WrittenByteRange(bytes, from: range.lowerBound, to: range.upperBound) else {
      throw context.malformed("is not <length>[@<offset>]")
    }
    facts.range = written
    context.requires(version: 4)
  }

  private mutating func readDateTime(_ bytes: Span<UInt8>) throws(PlaylistError) {
    begins(context.line)
    if facts.programDateTime != nil { try context.tagTwice() }
    let range = try context.trimmedValue(bytes)
    guard !range.isEmpty else { return context.ignore("it has no date") }
    facts.programDateTime = bytes.text(from: range.lowerBound, to: range.upperBound)
  }

  private mutating func readBitrate(_ bytes: Span<UInt8>) throws(PlaylistError) {
    let range = try context.trimmedValue(bytes)
    guard let value = bytes.integer(from: range.lowerBound, to: range.upperBound) else {
      try context.notes.tolerate(.valueSyntax, line: context.line, "EXT-X-BITRATE is not a decimal integer")
      return
    }
    bitrate = value
  }

  /// A key holds until the next of its KEYFORMAT, all of them until METHOD=NONE.
  private mutating func readKey(_ bytes: Span<UInt8>) throws(PlaylistError) {
    try context.readAttributes(bytes)
    guard let key = try keyTag.read(&context, bytes) else { return }
    keySet = nil
    if key.method == .none {
      keys = []
    } else if let place = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
      keys[place] = key
    } else {
      guard keys.count < 64 else { throw context.malformed("is one of more than 64 key formats at once") }
      keys.append(key)
    }
  }

  private mutating func readMap(_ bytes: Span<UInt8>) throws(PlaylistError) {
    try context.readAttributes(bytes)
    guard let uri = try context.quoted("URI", bytes, repeating: &mapURIs) else {
      throw context.malformed("has no URI")
    }
    let written = try context.quoted("BYTERANGE", bytes)
    guard !context.isIgnored else { return }
    var range: ByteRange?
    if let written {
      let text = Array(written.utf8)
      guard let parsed = WrittenByteRange(text.span, from: 0, to: text.count) else {
        throw context.malformed("BYTERANGE is not <length>@<offset>")
      }
      if parsed.offset == nil {
        try context.notes.tolerate(
          .valueSyntax, line: context.line, "EXT-X-MAP BYTERANGE has no offset; 0 is taken")
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
