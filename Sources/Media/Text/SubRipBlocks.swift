/// SubRip: a number, a line of times, lines of text, an empty line. Written by many hands, so that numbers may be
/// missing and texts may hold tags of other formats.
enum SubRipBlocks {
  static func read(_ lines: [Substring]) throws(MediaError) -> SubtitleBlocks {
    var found = SubtitleBlocks()
    var at = 0
    while at < lines.count {
      guard let arrow = lines[at].range(ofArrow: ()) else {
        at += 1
        continue
      }
      let timeLine = at
      guard let start = CueTime.parse(lines[at][..<arrow.lowerBound]),
        let end = CueTime.parse(firstWord(lines[at][arrow.upperBound...]))
      else { throw MediaError(place: "line \(at + 1)", reason: "the times of the cue cannot be read") }
      at += 1
      var text: [Substring] = []
      while at < lines.count, !isEnd(at, of: lines) {
        text.append(lines[at])
        at += 1
      }
      let (cleaned, settings) = SubRipText.webVTT(text)
      try found.add(
        SubtitleFile.Cue(start: start, end: end, settings: settings, text: cleaned), line: timeLine)
    }
    return found
  }

  /// Coordinates may follow the second time.
  private static func firstWord(_ text: Substring) -> Substring {
    let trimmed = text.trimmed
    return trimmed.prefix { $0 != " " && $0 != "\t" }
  }

  /// An empty line; also the number of the next cue where the empty line before it is missing.
  private static func isEnd(_ at: Int, of lines: [Substring]) -> Bool {
    if lines[at].trimmed.isEmpty { return true }
    if isTimes(lines[at]) { return true }
    let isNumber = lines[at].trimmed.utf8.allSatisfy(\.isDigit)
    return isNumber && at + 1 < lines.count && isTimes(lines[at + 1])
  }

  /// An arrow may stand in a text too.
  private static func isTimes(_ line: Substring) -> Bool {
    guard let arrow = line.range(ofArrow: ()) else { return false }
    return CueTime.parse(line[..<arrow.lowerBound]) != nil
  }
}

extension Substring {
  /// Where `-->` stands.
  func range(ofArrow: Void) -> Range<Index>? {
    var at = utf8.startIndex
    while let dash = utf8[at...].firstIndex(of: 0x2D) {
      guard let end = utf8.index(dash, offsetBy: 3, limitedBy: utf8.endIndex) else { return nil }
      if utf8[dash..<end].elementsEqual("-->".utf8) { return dash..<end }
      at = utf8.index(after: dash)
    }
    return nil
  }
}

/// The text of a SubRip cue as cue text of WebVTT.
enum SubRipText {
  private static let kept: Set<String> = ["b", "i", "u", "/b", "/i", "/u"]

  /// - Returns: the text without empty lines, and the settings that its position tags ask for.
  static func webVTT(_ lines: [Substring]) -> (text: String, settings: String) {
    var isOnTop = false
    let texts = lines.map { line -> String in
      var line = line.trimmed
      // Position tags of another format: {\an8} is the top of the picture.
      while line.hasPrefix("{\\"), let close = line.firstIndex(of: "}") {
        let tag = line[..<close]
        if tag.hasSuffix("an7") || tag.hasSuffix("an8") || tag.hasSuffix("an9") { isOnTop = true }
        line = line[line.index(after: close)...].trimmed
      }
      return escaped(line)
    }.filter { !$0.isEmpty }
    return (texts.joined(separator: "\n"), isOnTop ? "line:0" : "")
  }

  /// Tags that WebVTT has too stay, others go; all else that would be markup is escaped.
  private static func escaped(_ line: Substring) -> String {
    // By scalars: a mark behind a sign makes one character of the two.
    var result = String.UnicodeScalarView()
    var rest = line.unicodeScalars
    while let scalar = rest.first {
      if scalar == "<", let tag = tag(at: Substring(rest)) {
        if kept.contains(tag.name) { result += "<\(tag.name)>".unicodeScalars }
        rest = rest[tag.end...]
        continue
      }
      switch scalar {
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "&": result += (entity(at: Substring(rest)) ? "&" : "&amp;").unicodeScalars
      default: result.append(scalar)
      }
      rest.removeFirst()
    }
    return String(result)
  }

  /// `<i>`, `</font>`, `<font color="#fff">`; nil for what is no tag.
  private static func tag(at text: Substring) -> (name: String, end: Substring.Index)? {
    guard let close = text.prefix(200).firstIndex(of: ">") else { return nil }
    let inner = text[text.index(after: text.startIndex)..<close]
    let name = inner.prefix { $0 != " " }.lowercased()
    let letters = name.hasPrefix("/") ? name.dropFirst() : name[...]
    guard (1...10).contains(letters.utf8.count), letters.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else {
      return nil
    }
    return (name, text.index(after: close))
  }

  /// Whether an entity of WebVTT stands there already.
  private static func entity(at text: Substring) -> Bool {
    ["&amp;", "&lt;", "&gt;", "&nbsp;", "&lrm;", "&rlm;"].contains { text.hasPrefix($0) }
  }
}
