// What bytes a playlist is made of (4.1).
extension Notes {
  /// A byte order mark, what is no UTF-8, control characters, and text that is not in normalization form C.
  mutating func noteEncoding(of text: PlaylistText, _ survey: ByteSurvey) throws(PlaylistError) {
    if text.hasByteOrderMark {
      try tolerate(Subject(rule: .byteOrderMark), line: 0, "begins with a byte order mark")
    }
    let bytes = text.bytes.span
    if survey.hasControl || !survey.isASCII { try noteControls(of: text, bytes) }
    guard !survey.isASCII else { return }
    do {
      var whole = try UTF8Span(validating: bytes)
      if !whole.checkForNFC(quickCheck: true) { noteForm(of: text) }
    } catch {
      let place = text.line(at: error.byteOffsets.lowerBound)
      try tolerate(Subject(rule: .notUTF8), line: place, "the line is not UTF-8")
    }
  }

  private mutating func noteControls(of text: PlaylistText, _ bytes: Span<UInt8>) throws(PlaylistError) {
    var first: Int?
    var count = 0
    for (line, span) in text.lines.enumerated() {
      // The identifiers of EXT-X-SKIP are set apart by tabs.
      let mayHaveTabs = span.kind == .tag(.skip)
      let range = Int(span.contentStart)..<Int(span.contentEnd)
      guard bytes.hasControl(range, allowingTabs: mayHaveTabs) else { continue }
      if first == nil { first = line }
      count += 1
    }
    guard let first else { return }
    try tolerate(
      Subject(rule: .controlCharacter), line: first, "the line has control characters", count: count)
  }

  /// Form C goes no further than a line. Players compare bytes, so that both forms of "é" are two names to them.
  private mutating func noteForm(of text: PlaylistText) {
    for (line, span) in text.lines.enumerated() {
      let content = Array(text.bytes[Int(span.contentStart)..<Int(span.contentEnd)])
      // The whole text is UTF-8, and so is each of its lines.
      guard content.contains(where: { $0 >= 0x80 }), var form = try? UTF8Span(validating: content.span),
        !form.checkForNFC(quickCheck: false)
      else { continue }
      note(Subject(rule: .notNormalized), line: line, "the line is not in Unicode normalization form C")
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether U+0000 to U+001F or U+007F to U+009F stands in a range.
  fileprivate func hasControl(_ range: Range<Int>, allowingTabs: Bool) -> Bool {
    for index in range {
      let byte = self[index]
      if byte < 0x20, byte != 0x09 || !allowingTabs { return true }
      if byte == 0x7F { return true }
      // U+0080 to U+009F are C2 80 to C2 9F.
      if byte == 0xC2, index + 1 < range.upperBound, (0x80...0x9F).contains(self[index + 1]) { return true }
    }
    return false
  }
}
