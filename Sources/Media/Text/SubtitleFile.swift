/// Subtitles as a person has them in one file: WebVTT (W3C WebVTT, 4) or SubRip.
package struct SubtitleFile: Sendable, Hashable {
  package enum Format: String, Sendable, Hashable {
    case webVTT = "WebVTT"
    case subRip = "SubRip"
  }

  /// A line or more on the screen.
  package struct Cue: Sendable, Hashable {
    /// In milliseconds from the start of the title; the end is after the start.
    package var start: Int64
    package var end: Int64
    /// Settings of WebVTT, `line:0`; empty for none.
    package var settings: String
    /// Cue text of WebVTT, without empty lines.
    package var text: String
    /// Of WebVTT; nil for none.
    package var identifier: String?

    package init(start: Int64, end: Int64, settings: String = "", text: String, identifier: String? = nil) {
      self.start = start
      self.end = end
      self.settings = settings
      self.text = text
      self.identifier = identifier
    }
  }

  /// More are no subtitles of one title.
  package static let cueLimit = 200_000
  /// 100 hours, in milliseconds.
  static let latest: Int64 = 360_000_000

  package let format: Format
  package let encoding: SubtitleText.Encoding
  /// By start.
  package let cues: [Cue]
  /// Blocks of styles and regions, which stand before the cues of each segment.
  package let preamble: [String]
  /// Cues that were left out, since they last no time or have no text.
  package let leftOut: Int

  /// - Throws: `MediaError` whose place is a line (`line 12`), for what is no subtitles, times that cannot be read or
  ///   run backwards, and too many cues.
  package init(_ bytes: [UInt8]) throws(MediaError) {
    let decoded = try SubtitleText(bytes)
    encoding = decoded.encoding
    let lines = decoded.text.split(separator: "\n", omittingEmptySubsequences: false)
    var found: SubtitleBlocks
    let rest = decoded.text.utf8.dropFirst(6).first
    if decoded.text.hasPrefix("WEBVTT"), rest.map({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) ?? true {
      format = .webVTT
      found = try WebVTTBlocks.read(lines)
    } else {
      format = .subRip
      found = try SubRipBlocks.read(lines)
    }
    guard !found.cues.isEmpty else {
      throw MediaError(
        place: "subtitles",
        reason: format == .webVTT ? "hold no cue" : "are neither WebVTT nor SubRip, or hold no cue")
    }
    // Cues that start together keep their order.
    let order = found.cues.indices.sorted { (found.cues[$0].start, $0) < (found.cues[$1].start, $1) }
    cues = order.map { found.cues[$0] }
    preamble = found.preamble
    leftOut = found.leftOut
  }
}

/// What a reader of one format gathers.
struct SubtitleBlocks {
  var cues: [SubtitleFile.Cue] = []
  var preamble: [String] = []
  var leftOut = 0

  /// Takes in one cue whose times stand on a line, counted from 0.
  mutating func add(_ cue: SubtitleFile.Cue, line: Int) throws(MediaError) {
    guard cue.end >= cue.start else {
      throw MediaError(place: "line \(line + 1)", reason: "the cue ends before it starts")
    }
    guard cues.count < SubtitleFile.cueLimit else {
      throw MediaError(place: "line \(line + 1)", reason: "more than \(SubtitleFile.cueLimit) cues")
    }
    guard cue.end > cue.start, !cue.text.isEmpty else {
      leftOut += 1
      return
    }
    cues.append(cue)
  }
}

/// A time of a cue line: `01:02:03,004`, `02:03.004`.
enum CueTime {
  /// - Parameter separators: what stands before the milliseconds.
  /// - Returns: milliseconds; nil for what is no time below 100 hours.
  static func parse(_ text: Substring, separators: Set<Character> = [".", ","]) -> Int64? {
    let trimmed = text.trimmed
    guard let point = trimmed.lastIndex(where: { separators.contains($0) }) else { return nil }
    let fraction = trimmed[trimmed.index(after: point)...]
    guard (1...3).contains(fraction.utf8.count), fraction.utf8.allSatisfy(\.isDigit),
      let read = Int64(fraction)
    else { return nil }
    // `1,5` is half a second.
    let scale: Int64 = fraction.utf8.count == 1 ? 100 : fraction.utf8.count == 2 ? 10 : 1
    let parts = trimmed[..<point].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds: Int64 = 0
    for (index, part) in parts.enumerated() {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isDigit), let value = Int64(part),
        index == 0 || value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    let milliseconds = seconds * 1_000 + read * scale
    return milliseconds <= SubtitleFile.latest ? milliseconds : nil
  }

  /// As WebVTT has it, with hours: `01:02:03.004`.
  static func text(_ milliseconds: Int64) -> String {
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let seconds = milliseconds / 1_000
    return "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      + ".\(padded(milliseconds % 1_000, 3))"
  }
}

extension Substring {
  /// Without blanks at both ends.
  var trimmed: Substring {
    var text = unicodeScalars
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return Substring(text)
  }
}
