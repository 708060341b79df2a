/// Splits a playlist's bytes into lines.
///
/// A line ends with LF or CRLF. A lone CR ends one too, since players take it so; strict parsing refuses it.
struct LineReader {
  static let lengthLimit = 64 << 20
  static let lineLimit = 2_000_000
  static let lineLengthLimit = 2 << 20

  private let table = TagTable.shared
  /// What bytes the text has.
  private(set) var survey = ByteSurvey()
  private(set) var contents = Contents()
  private var lines: [LineSpan] = []
  private var longLine: Int?
  /// Leniencies met, by the index of the first line that shows each, and how many do.
  private(set) var blanks = Sighting()
  private(set) var loneReturns = Sighting()

  /// Where something was seen first and how often.
  struct Sighting {
    private(set) var first: Int?
    private(set) var count = 0

    mutating func see(_ line: Int) {
      if first == nil { first = line }
      count += 1
    }
  }

  mutating func read(_ bytes: [UInt8], name: String) throws(PlaylistError) -> PlaylistText {
    guard bytes.count <= Self.lengthLimit else {
      throw PlaylistError(name: name, line: nil, .limit, "is larger than 64 MiB", kind: .unsupported)
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let span = bytes.span
    survey = span.survey()
    // Memory that no line comes to is never touched.
    lines.reserveCapacity(min(Self.lineLimit, bytes.count / 16) + 1)
    split(span, contentStart: hasMark ? 3 : 0)
    if let longLine {
      throw PlaylistError(
        name: name, line: longLine + 1, .limit, "the line is longer than 2 MiB", kind: .unsupported)
    }
    guard lines.count <= Self.lineLimit else {
      throw PlaylistError(name: name, line: nil, .limit, "has more than 2,000,000 lines", kind: .unsupported)
    }
    let last = bytes.last
    let lacksEnd = last.map { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") } ?? false
    return PlaylistText(bytes: bytes, lines: lines, hasByteOrderMark: hasMark, lacksFinalLineEnd: lacksEnd)
  }

  private mutating func split(_ bytes: Span<UInt8>, contentStart: Int) {
    var start = 0
    var content = contentStart
    while start < bytes.count, lines.count <= Self.lineLimit {
      let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count)
      let end = feed ?? bytes.count
      let next = feed.map { $0 + 1 } ?? end
      if survey.hasReturn {
        splitAtReturns(bytes, start: start, content: content, end: end, isEnded: feed != nil)
      } else {
        add(bytes, start: start, content: content, end: end)
      }
      start = next
      content = next
    }
  }

  /// `end` is where the LF stands or where the text ends. A CR just before an LF belongs to the line end.
  private mutating func splitAtReturns(
    _ bytes: Span<UInt8>, start: Int, content: Int, end: Int, isEnded: Bool
  ) {
    var start = start
    var content = content
    while let cr = bytes.firstIndex(of: UInt8(ascii: "\r"), from: content, to: end) {
      if cr + 1 == end, isEnded { return add(bytes, start: start, content: content, end: cr) }
      loneReturns.see(lines.count)
      add(bytes, start: start, content: content, end: cr)
      guard lines.count <= Self.lineLimit else { return }
      start = cr + 1
      content = start
    }
    if start < end || isEnded { add(bytes, start: start, content: content, end: end) }
  }

  @inline(__always)
  private mutating func add(_ bytes: Span<UInt8>, start: Int, content: Int, end: Int) {
    let first = bytes.skippingBlanks(from: content, to: end)
    let last = bytes.droppingBlanks(from: first, to: end)
    if end - content > Self.lineLengthLimit, longLine == nil { longLine = lines.count }
    let (kind, length) = classify(bytes, from: first, to: last)
    contents.see(kind, lines.count)
    // The title of EXTINF may end in blanks.
    if first != content || last != end && kind != .tag(.extInf) { blanks.see(lines.count) }
    lines.append(
      LineSpan(
        start: UInt32(start), contentStart: UInt32(first), contentEnd: UInt32(last), kind: kind,
        nameLength: UInt16(clamping: length)))
  }

  @inline(__always)
  private func classify(_ bytes: Span<UInt8>, from: Int, to: Int) -> (LineKind, Int) {
    guard from < to else { return (.blank, 0) }
    guard bytes[from] == UInt8(ascii: "#") else { return (.uri, 0) }
    // The tags that most lines are.
    if bytes.starts(with: "#EXTINF:", from: from, to: to) { return (.tag(.extInf), 6) }
    if bytes.starts(with: "#EXT-X-BYTERANGE:", from: from, to: to) { return (.tag(.byteRange), 15) }
    if bytes.starts(with: "#EXT-X-PROGRAM-DATE-TIME:", from: from, to: to) {
      return (.tag(.programDateTime), 23)
    }
    if bytes.starts(with: "#EXT-X-KEY:", from: from, to: to) { return (.tag(.key), 9) }
    guard bytes.starts(with: "#EXT", from: from, to: to) else { return (.comment, 0) }
    return lookUp(bytes, from: from, to: to)
  }

  private func lookUp(_ bytes: Span<UInt8>, from: Int, to: Int) -> (LineKind, Int) {
    // No tag of the specification has a longer name; a longer one is cut here, and unknown anyway.
    let limit = min(to, from + 1 + 1024)
    let end = bytes.firstIndex(of: UInt8(ascii: ":"), from: from + 1, to: limit) ?? limit
    return (.tag(table.tag(bytes, from: from + 1, to: end)), end - from - 1)
  }
}
