/// The blocks of a WebVTT file (W3C WebVTT, 4.1).
enum WebVTTBlocks {
  static func read(_ lines: [Substring]) throws(MediaError) -> SubtitleBlocks {
    var found = SubtitleBlocks()
    var at = 0
    var shift: Int64 = 0
    // The header: up to the first empty line.
    while at < lines.count, !lines[at].trimmed.isEmpty, lines[at].range(ofArrow: ()) == nil {
      if lines[at].hasPrefix("X-TIMESTAMP-MAP=") { shift = try self.shift(lines[at], line: at) }
      at += 1
    }
    while at < lines.count {
      guard !lines[at].trimmed.isEmpty else {
        at += 1
        continue
      }
      let start = at
      var arrows = 0
      while at < lines.count, !lines[at].trimmed.isEmpty {
        // An arrow begins a cue, with or without an empty line before it.
        if lines[at].range(ofArrow: ()) != nil { arrows += 1 }
        if arrows > 1 { break }
        at += 1
      }
      try read(block: lines[start..<at], shift: shift, into: &found)
    }
    return found
  }

  /// A file that says which MPEG-2 time its times stand for was cut out of a stream: only its cue clock counts here,
  /// from its LOCAL time on.
  private static func shift(_ text: Substring, line: Int) throws(MediaError) -> Int64 {
    let parts = text.drop { $0 != "=" }.dropFirst().split(separator: ",")
    guard let local = parts.first(where: { $0.hasPrefix("LOCAL:") }),
      let time = CueTime.parse(local.dropFirst(6), separators: ["."])
    else { throw MediaError(place: "line \(line + 1)", reason: "the X-TIMESTAMP-MAP cannot be read") }
    return -time
  }

  private static func read(
    block: ArraySlice<Substring>, shift: Int64, into found: inout SubtitleBlocks
  ) throws(MediaError) {
    guard let first = block.first else { return }
    if first == "STYLE" || first == "REGION" {
      if found.cues.isEmpty { found.preamble.append(block.joined(separator: "\n")) }
      return
    }
    if first == "NOTE" || first.hasPrefix("NOTE ") || first.hasPrefix("NOTE\t") { return }
    var timeLine = block.startIndex
    var identifier: String?
    if first.range(ofArrow: ()) == nil {
      guard block.count > 1, block[block.startIndex + 1].range(ofArrow: ()) != nil else { return }
      identifier = String(first)
      timeLine += 1
    }
    let line = block[timeLine]
    guard let arrow = line.range(ofArrow: ()) else { return }
    let second = line[arrow.upperBound...].trimmed
    let endText = second.prefix { $0 != " " && $0 != "\t" }
    guard let start = CueTime.parse(line[..<arrow.lowerBound], separators: ["."]),
      let end = CueTime.parse(endText, separators: ["."])
    else { throw MediaError(place: "line \(timeLine + 1)", reason: "the times of the cue cannot be read") }
    let settings = String(second.dropFirst(endText.count).trimmed)
    try found.add(
      SubtitleFile.Cue(
        start: max(0, start + shift), end: max(0, end + shift), settings: settings,
        text: block[(timeLine + 1)...].joined(separator: "\n"), identifier: identifier), line: timeLine)
  }
}
