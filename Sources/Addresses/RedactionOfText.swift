extension Redaction {
  /// Any text (a playlist, a message) with the credentials of every address in it replaced, absolute and
  /// relative ones; all else, line ends included, byte for byte.
  ///
  /// The text is taken word by word, between blanks, quotes and angle brackets. A word is treated as a
  /// reference, or as a list of parameters where it has "&" and no "?". A quoted word that looks random goes
  /// whole, and so does the value that EXT-X-DEFINE gives to a volatile name.
  package static func redactedText(
    _ text: String, volatile: VolatileParameters = VolatileParameters()
  ) -> String {
    String(decoding: redactedText(Array(text.utf8), volatile: volatile), as: UTF8.self)
  }

  /// The same over bytes of any encoding that keeps ASCII.
  package static func redactedText(
    _ bytes: [UInt8], volatile: VolatileParameters = VolatileParameters()
  ) -> [UInt8] {
    var redactor = TextRedactor(bytes, volatile)
    return volatile.scrubbed(redactor.run())
  }
}

/// Goes through a text once; copies what holds no address in long stretches.
private struct TextRedactor {
  let bytes: [UInt8]
  let volatile: VolatileParameters
  var output: [UInt8] = []
  /// Everything before it is in the output.
  var copied = 0

  init(_ bytes: [UInt8], _ volatile: VolatileParameters) {
    self.bytes = bytes
    self.volatile = volatile
  }

  mutating func run() -> [UInt8] {
    output.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count {
      let end = end(of: start, where: { $0 == 0x0A }, limit: bytes.count)
      redactLine(start..<end)
      start = end + 1
    }
    copy(upTo: bytes.count)
    return output
  }

  private func end(of start: Int, where isEnd: (UInt8) -> Bool, limit: Int) -> Int {
    let span = bytes.span
    var index = start
    while index < limit, !isEnd(span[index]) { index += 1 }
    return index
  }

  private mutating func copy(upTo end: Int) {
    if copied < end { output.append(contentsOf: bytes[copied..<end]) }
    copied = end
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    copy(upTo: range.lowerBound)
    output.append(contentsOf: text.utf8)
    copied = range.upperBound
  }

  private mutating func redactLine(_ line: Range<Int>) {
    guard mayHoldAddress(line) else { return }
    if let secret = valueOfSecretDefinition(in: line) {
      redactWords(line.lowerBound..<secret.lowerBound)
      replace(secret, with: Redaction.mark)
      return redactWords(secret.upperBound..<line.upperBound)
    }
    redactWords(line)
  }

  private mutating func redactWords(_ line: Range<Int>) {
    let isTag = bytes[line].starts(with: "#EXT".utf8)
    var index = line.lowerBound
    while index < line.upperBound {
      let end = end(of: index, where: Self.isDelimiter, limit: line.upperBound)
      if index < end {
        let isQuoted = index > line.lowerBound && bytes[index - 1] == UInt8(ascii: "\"")
        if isTag, !isQuoted {
          redactAttributes(index..<end)
        } else {
          redactWord(index..<end, isQuoted: isQuoted)
        }
      }
      index = end + 1
    }
  }

  /// A word of a tag outside quotes: of its `NAME=VALUE` pairs the values of volatile names go, and an address
  /// that is glued to it is redacted as one.
  private mutating func redactAttributes(_ word: Range<Int>) {
    if let start = addressStart(in: word) { return redactWord(start..<word.upperBound, isQuoted: false) }
    var index = word.lowerBound
    while index < word.upperBound {
      let equals = end(of: index, where: { $0 == UInt8(ascii: "=") }, limit: word.upperBound)
      guard equals + 1 < word.upperBound else { return }
      let comma = end(of: equals, where: { $0 == UInt8(ascii: ",") }, limit: word.upperBound)
      var start = equals
      while start > index, bytes[start - 1].isUnreserved { start -= 1 }
      if volatile.contains(String(decoding: bytes[start..<equals], as: UTF8.self)) {
        replace(equals + 1..<comma, with: Redaction.mark)
      }
      index = comma + 1
    }
  }

  /// Cheap: false for most lines of a playlist. A tag can hold one only in an attribute or as "scheme://".
  private func mayHoldAddress(_ line: Range<Int>) -> Bool {
    let span = bytes.span
    let isTag =
      line.count > 4 && span[line.lowerBound] == UInt8(ascii: "#") && span[line.lowerBound + 1] == 0x45
    for index in line {
      let byte = span[index]
      if byte == UInt8(ascii: "\"") { return true }
      if isTag {
        if byte == UInt8(ascii: "=") { return true }
        if byte == UInt8(ascii: ":"), index + 1 < line.upperBound, span[index + 1] == UInt8(ascii: "/") {
          return true
        }
      } else if Self.isMark(byte) {
        return true
      }
    }
    return !isTag && line.count >= 32
  }

  private mutating func redactWord(_ word: Range<Int>, isQuoted: Bool) {
    let isWhole = isQuoted && word.count >= 20
    guard isWhole || mayHoldSecret(word) else { return }
    let written = String(decoding: bytes[word], as: UTF8.self)
    let redacted: String
    if isWhole, Redaction.looksRandom(written) {
      redacted = Redaction.mark
    } else if !mayHoldSecret(word) {
      return
    } else if written.utf8.contains(UInt8(ascii: "&")), !written.utf8.contains(UInt8(ascii: "?")) {
      redacted = Redaction.parameters(written, volatile)
    } else {
      redacted = Redaction.redacted(reference: written, volatile: volatile)
    }
    if redacted != written { replace(word, with: redacted) }
  }

  /// Cheap: whether a word has parameters, user info, `data:`, or a path component that may be a token.
  private func mayHoldSecret(_ word: Range<Int>) -> Bool {
    let span = bytes.span
    var component = word.lowerBound
    for index in word {
      switch span[index] {
      case UInt8(ascii: "?"), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "@"): return true
      case UInt8(ascii: ":")
      where index == word.lowerBound + 4 && span[index - 1] | 0x20 == UInt8(ascii: "a"):
        return true
      case UInt8(ascii: "/"): component = index + 1
      default: if index - component >= 31 || index == component + 2 && isTokenHead(component) { return true }
      }
    }
    return false
  }

  /// `eyJ`, which every web token begins with.
  private func isTokenHead(_ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: "e") && bytes[place + 1] == UInt8(ascii: "y")
      && bytes[place + 2] == UInt8(ascii: "J")
  }

  /// Where an absolute address begins in a word; nil when none does.
  private func addressStart(in word: Range<Int>) -> Int? {
    for colon in word where colon + 2 < word.upperBound && bytes[colon] == UInt8(ascii: ":") {
      guard bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else { continue }
      var start = colon
      while start > word.lowerBound, bytes[start - 1].isSchemeCharacter { start -= 1 }
      return start
    }
    return nil
  }

  /// The text between the quotes of VALUE in a line that defines a variable under a volatile name.
  private func valueOfSecretDefinition(in range: Range<Int>) -> Range<Int>? {
    let line = bytes[range]
    guard line.starts(with: "#EXT-X-DEFINE:".utf8) else { return nil }
    let quotes = line.indices.filter { line[$0] == UInt8(ascii: "\"") }
    var value: Range<Int>?
    var isSecret = false
    for pair in stride(from: 0, to: quotes.count - 1, by: 2) {
      let inner = quotes[pair] + 1..<quotes[pair + 1]
      if line[..<quotes[pair]].suffix(6).elementsEqual("VALUE=".utf8) {
        value = inner
      } else {
        isSecret = isSecret || volatile.contains(String(decoding: line[inner], as: UTF8.self))
      }
    }
    return isSecret ? value : nil
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
  }
}
