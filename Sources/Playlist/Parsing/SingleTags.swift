/// The tags that may stand in a playlist at most once, and what the first of each said.
struct SingleTags {
  private var values: [TagName: String] = [:]

  func has(_ tag: TagName) -> Bool { values[tag] != nil }

  /// A tag that is to be ignored does not count.
  mutating func forgetIgnored(_ context: TagContext) {
    if context.isIgnored { values[context.tag] = nil }
  }

  /// False when the tag was there before. The same again is a leniency, another value is an error, since no
  /// one can know which is meant.
  mutating func isFirst(_ context: inout TagContext) throws(PlaylistError) -> Bool {
    // The first line is the header even where text follows it. Another #EXTM3U comes of two playlists put
    // together, whatever follows it.
    if context.tag == .extM3U {
      if context.line == 0 { return true }
      try context.tagTwice()
      return false
    }
    let value = context.text.value(context.line)
    guard let earlier = values[context.tag] else {
      values[context.tag] = value
      return true
    }
    guard earlier == value else {
      throw context.malformed(.tagTwice, "is there twice, with different values")
    }
    try context.tagTwice()
    return false
  }
}

extension TagContext {
  mutating func tagTwice() throws(PlaylistError) {
    try tolerate(.tagTwice, "is there twice")
  }

  /// The place of the tag's value, blanks at its ends dropped where that is allowed.
  mutating func trimmedValue(_ bytes: Span<UInt8>) throws(PlaylistError) -> Range<Int> {
    let start = bytes.skippingBlanks(from: value.lowerBound, to: value.upperBound)
    if start != value.lowerBound {
      try tolerate(.tagValue, "has a blank before its value")
    }
    return start..<value.upperBound
  }

  /// A tag that has no value ends with its name.
  mutating func checkNoValue() throws(PlaylistError) {
    let span = text.lines[line]
    if Int(span.contentEnd - span.contentStart) > Int(span.nameLength) + 1 {
      try tolerate(.tagValue, "has text after it")
    }
  }

  /// White space is not allowed in the URI of the line (4.1).
  mutating func checkURILine(_ bytes: Span<UInt8>) throws(PlaylistError) {
    let span = text.lines[line]
    let blank = bytes.firstIndex(
      of: UInt8(ascii: " "), from: Int(span.contentStart), to: Int(span.contentEnd))
    if blank != nil { try notes.tolerate(Subject(rule: .blankInURI), line: line, "the URI has blanks in it") }
  }

  /// A bare decimal-integer after the tag's ":".
  mutating func integerValue(_ bytes: Span<UInt8>) throws(PlaylistError) -> Int64 {
    let range = try trimmedValue(bytes)
    guard let value = bytes.integer(from: range.lowerBound, to: range.upperBound) else {
      throw malformed(.tagValue, "is not a decimal integer")
    }
    return value
  }

  /// Compares EXT-X-VERSION with what was used (section 8).
  mutating func checkVersion(_ version: Int?) throws(PlaylistError) {
    if requiredVersion > version ?? 1 {
      try notes.tolerate(
        Subject(rule: .lowVersion), line: requiringLine,
        "needs EXT-X-VERSION \(requiredVersion), but the playlist says \(version.map(String.init) ?? "none")")
    }
  }
}
