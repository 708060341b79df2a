/// What a line of a playlist is (4.1).
package enum LineKind: Hashable, Sendable {
  /// Begins with "#EXT"; nil when the specification has no tag of that exact name.
  case tag(TagName?)
  /// Begins with "#" but is no tag.
  case comment
  case uri
  case blank
}

/// Where a line stands in the bytes of its playlist.
package struct LineSpan: Sendable {
  /// The first byte of the line, blanks and a byte order mark included.
  let start: UInt32
  /// The line without blanks at its ends, its line end and a byte order mark.
  let contentStart: UInt32
  let contentEnd: UInt32
  package let kind: LineKind
  /// Length of a tag's name without "#"; 0 for other lines.
  let nameLength: UInt16

  /// The place of a tag's value: what follows its ":".
  var value: Range<Int> {
    let end = Int(contentEnd)
    return min(end, Int(contentStart) + 1 + Int(nameLength) + 1)..<end
  }
}

/// A playlist as lines. The bytes are the truth: nothing is rewritten but what is edited.
package struct PlaylistText: Sendable {
  package let bytes: [UInt8]
  package let lines: [LineSpan]
  /// Whether a UTF-8 byte order mark stands before the first line.
  package let hasByteOrderMark: Bool
  /// Whether a line ends without line feed: the last one, by its place.
  package let lacksFinalLineEnd: Bool

  package func kind(_ line: Int) -> LineKind { lines[line].kind }

  /// The line without its end and without blanks around it; what is not UTF-8 becomes U+FFFD.
  package func text(_ line: Int) -> String {
    bytes.span.text(from: Int(lines[line].contentStart), to: Int(lines[line].contentEnd))
  }

  /// A tag's name as written, without "#"; "" for lines that are no tags.
  package func tagText(_ line: Int) -> String {
    let start = Int(lines[line].contentStart) + 1
    guard case .tag = lines[line].kind else { return "" }
    return bytes.span.text(from: start, to: start + Int(lines[line].nameLength))
  }

  /// What follows a tag's ":"; "" where nothing does and for lines that are no tags.
  package func value(_ line: Int) -> String {
    guard case .tag = lines[line].kind else { return "" }
    let range = valueRange(line)
    return bytes.span.text(from: range.lowerBound, to: range.upperBound)
  }

  /// The attribute list of a tag, for editing.
  package func attributes(_ line: Int) -> AttributeList { AttributeList(parsing: value(line)) }

  /// The tag of a line of the specification; nil for all else.
  package func tag(_ line: Int) -> TagName? {
    guard case .tag(let name) = lines[line].kind else { return nil }
    return name
  }

  /// The same bytes that were read.
  package var serialized: [UInt8] { bytes }

  /// The place of a tag's value in the bytes.
  package func valueRange(_ line: Int) -> Range<Int> {
    lines[line].value
  }

  /// The place of a whole line with blanks, line end and byte order mark.
  func rawRange(_ line: Int) -> Range<Int> {
    let end = line + 1 < lines.count ? Int(lines[line + 1].start) : bytes.count
    return Int(lines[line].start)..<end
  }
}

extension PlaylistText {
  /// Splits `bytes` into lines without reading their meaning. Fails above 64 MiB, 2,000,000 lines, or 2 MiB in
  /// one line. `name` is for the error.
  package init(_ bytes: [UInt8], name: String) throws(PlaylistError) {
    var reader = LineReader()
    self = try reader.read(bytes, name: name)
  }
}
