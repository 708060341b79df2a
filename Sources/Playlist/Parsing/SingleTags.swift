/// The tags that may stand in a playlist at most once, and what the first of each said.
struct SingleTags {
  private var values: [TagName: String] = [:]

  func has(_ tag: TagName) -> Bool { values[tag] != nil }

  /// False when the tag was there before. The same again is a leniency, another value is an error, since no
  /// one can know which is meant.
  mutating func isFirst(_ context: inout TagContext) throws(PlaylistError) -> Bool {
    let value = context.text.value(context.line)
    guard let earlier = values[context.tag] else {
      values[context.tag] = value
      return true
    }
    guard earlier == value else { throw context.malformed("is there twice, with different values") }
    try context.tagTwice()
    return false
  }
}

extension TagContext {
  mutating func tagTwice() throws(PlaylistError) {
    try notes.tolerate(.tagTwice, line: line, "\(tag.rawValue) is there twice")
  }

  /// The place of the tag's value, blanks at its ends dropped where that is allowed.
  mutating func trimmedValue(_ bytes: Span<UInt8>) throws(PlaylistError) -> Range<Int> {
    let range = text.valueRange(line)
    let start = bytes.skippingBlanks(from: range.lowerBound, to: range.upperBound)
    if start != range.lowerBound {
      try notes.tolerate(.valueSyntax, line: line, "\(tag.rawValue) has a blank before its value")
    }
    return start..<range.upperBound
  }

  /// A bare decimal-integer after the tag's ":".
  mutating func integerValue(_ bytes: Span<UInt8>) throws(PlaylistError) -> Int64 {
    let range = try trimmedValue(bytes)
    guard let value = bytes.integer(from: range.lowerBound, to: range.upperBound) else {
      throw malformed("is not a decimal integer")
    }
    return value
  }

  /// Compares EXT-X-VERSION with what was used (section 8).
  mutating func checkVersion(_ version: Int?) {
    if requiredVersion > version ?? 1 {
      notes.note(
        .lowVersion, line: requiringLine,
        "needs EXT-X-VERSION \(requiredVersion), but the playlist says \(version.map(String.init) ?? "none")")
    }
  }
}
