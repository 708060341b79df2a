// Tags of low-latency playlists, of delta updates and of images. A tag that lacks what it must have is left out
// of the model in lenient mode; its line stays.
extension MediaInterpreter {
  /// EXT-X-PART-INF (4.4.3.7).
  mutating func readPartInf(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let target = try context.decimal("PART-TARGET", bytes) else {
      return try context.missing("PART-TARGET")
    }
    if !context.isIgnored { playlist.partInf = PartInf(line: context.line, target: target) }
  }

  /// EXT-X-SERVER-CONTROL (4.4.3.8).
  mutating func readServerControl(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    let control = ServerControl(
      line: context.line, canSkipUntil: try context.decimal("CAN-SKIP-UNTIL", bytes),
      canSkipDateRanges: try context.flag("CAN-SKIP-DATERANGES", bytes),
      holdBack: try context.decimal("HOLD-BACK", bytes),
      partHoldBack: try context.decimal("PART-HOLD-BACK", bytes),
      canBlockReload: try context.flag("CAN-BLOCK-RELOAD", bytes))
    if !context.isIgnored { playlist.serverControl = control }
  }

  /// EXT-X-PART (4.4.4.9).
  mutating func readPart(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let uri = try context.quoted("URI", bytes, repeating: &partURIs) else {
      return try context.missing("URI")
    }
    guard let duration = try context.decimal("DURATION", bytes) else {
      return try context.missing("DURATION")
    }
    let written = try context.quoted("BYTERANGE", bytes)
    let isIndependent = try context.flag("INDEPENDENT", bytes)
    let isGap = try context.flag("GAP", bytes)
    guard !context.isIgnored else { return }
    var range: ByteRange?
    if let written {
      range = try partRange(written, of: uri)
      if range == nil { return }
    }
    playlist.parts.append(
      PartialSegment(
        line: context.line, segment: playlist.segments.count, uri: uri, duration: duration,
        isIndependent: isIndependent, byteRange: range, isGap: isGap))
  }

  /// Without an offset the range continues the part before, of the same segment and resource; nil where, in
  /// lenient mode, it cannot be told.
  private mutating func partRange(_ text: String, of uri: String) throws(PlaylistError) -> ByteRange? {
    let bytes = Array(text.utf8)
    let written = WrittenByteRange(bytes.span, from: 0, to: bytes.count)
    var offset = written?.offset
    if offset == nil, let last = playlist.parts.last, last.segment == playlist.segments.count, last.uri == uri
    {
      offset = last.byteRange?.end
    }
    guard let written, let offset, let range = ByteRange(offset: offset, length: written.length) else {
      try context.tolerate(.partRange, of: "BYTERANGE", "is no range, or has no offset to start from")
      return nil
    }
    return range
  }

  /// EXT-X-PRELOAD-HINT (4.4.5.3). Only the first of a TYPE counts.
  mutating func readPreloadHint(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let type = try context.enumerated("TYPE", bytes) else { return try context.missing("TYPE") }
    guard let kind = PreloadHint.Kind(rawValue: type) else {
      return context.ignore(unknownValueOf: "TYPE")
    }
    guard let uri = try context.quoted("URI", bytes) else { return try context.missing("URI") }
    let hint = PreloadHint(
      line: context.line, kind: kind, uri: uri, start: try context.integer("BYTERANGE-START", bytes) ?? 0,
      length: try context.integer("BYTERANGE-LENGTH", bytes))
    if !context.isIgnored { playlist.preloadHints.append(hint) }
  }

  /// EXT-X-RENDITION-REPORT (4.4.5.4).
  mutating func readRenditionReport(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let uri = try context.quoted("URI", bytes) else { return try context.missing("URI") }
    let report = RenditionReport(
      line: context.line, uri: uri, lastMediaSequence: try context.integer("LAST-MSN", bytes),
      lastPart: try context.integer("LAST-PART", bytes))
    if !context.isIgnored { playlist.renditionReports.append(report) }
  }

  /// EXT-X-SKIP (4.4.5.2).
  mutating func readSkip(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try singles.isFirst(&context) else { return }
    guard try context.readAttributes(bytes) else { return }
    guard let skipped = try context.integer("SKIPPED-SEGMENTS", bytes) else {
      throw context.malformed(.attributeMissing, "has no SKIPPED-SEGMENTS")
    }
    let removed = try context.quoted("RECENTLY-REMOVED-DATERANGES", bytes, mayBeEmpty: true)
    context.requires(version: removed == nil ? 9 : 10)
    playlist.skip = Skip(
      line: context.line, skippedSegments: skipped,
      recentlyRemovedDateRanges: removed.map { list in
        list.utf8.split(separator: UInt8(ascii: "\t")).map { String(decoding: Array($0), as: UTF8.self) }
      })
    context.notes.note(
      Subject(rule: .deltaUpdate), line: context.line, "is a delta update: \(skipped) segments are left out")
  }

  /// EXT-X-TILES (the image extension).
  mutating func readTiles(_ bytes: Span<UInt8>) throws(PlaylistError) {
    guard try context.readAttributes(bytes) else { return }
    guard let resolution = try context.resolution("RESOLUTION", bytes) else {
      return try context.missing("RESOLUTION")
    }
    guard let layout = try context.resolution("LAYOUT", bytes) else { return try context.missing("LAYOUT") }
    guard let duration = try context.decimal("DURATION", bytes) else {
      return try context.missing("DURATION")
    }
    guard !context.isIgnored else { return }
    playlist.tiles.append(
      Tiles(
        line: context.line, segment: playlist.segments.count, resolution: resolution, layout: layout,
        duration: duration))
  }
}
