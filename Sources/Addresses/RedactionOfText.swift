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
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let line = bytes[start..<end]
      if let value = valueOfSecretDefinition(in: line, volatile) {
        append(line: line[..<value.lowerBound], to: &result, volatile)
        result.append(contentsOf: mark.utf8)
        append(line: line[value.upperBound...], to: &result, volatile)
      } else {
        append(line: line, to: &result, volatile)
      }
      start = end
    }
    return result
  }

  private static func append(
    line: ArraySlice<UInt8>, to result: inout [UInt8], _ volatile: VolatileParameters
  ) {
    var index = line.startIndex
    while index < line.endIndex {
      let end = line[index...].firstIndex(where: isDelimiter) ?? line.endIndex
      if index < end {
        let isQuoted = index > line.startIndex && line[index - 1] == UInt8(ascii: "\"")
        append(word: line[index..<end], isQuoted: isQuoted, to: &result, volatile)
      }
      if end < line.endIndex { result.append(line[end]) }
      index = end + 1
    }
  }

  private static func append(
    word: ArraySlice<UInt8>, isQuoted: Bool, to result: inout [UInt8], _ volatile: VolatileParameters
  ) {
    // The name of a tag and what is glued to it stay; an address glued to it does not.
    let isTag = word.first == UInt8(ascii: "#")
    let start = isTag ? addressStart(in: word) : word.startIndex
    guard let start, isQuoted || mayHoldSecret(word) else {
      result.append(contentsOf: word)
      return
    }
    result.append(contentsOf: word[..<start])
    let written = word[start...]
    let text = String(decoding: written, as: UTF8.self)
    let redacted = isQuoted && looksRandom(text) ? mark : redactedWord(text, volatile)
    if redacted == text {
      result.append(contentsOf: written)
    } else {
      result.append(contentsOf: redacted.utf8)
    }
  }

  private static func redactedWord(_ word: String, _ volatile: VolatileParameters) -> String {
    let isList = word.utf8.contains(UInt8(ascii: "&")) && !word.utf8.contains(UInt8(ascii: "?"))
    return isList ? parameters(word, volatile) : redacted(reference: word, volatile: volatile)
  }

  /// Cheap: false for nearly every line of a playlist without tokens.
  private static func mayHoldSecret(_ word: ArraySlice<UInt8>) -> Bool {
    word.count >= 32
      || word.contains { byte in
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
          || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
      }
  }

  /// Where an absolute address begins in a word; nil when none does.
  private static func addressStart(in word: ArraySlice<UInt8>) -> Int? {
    let mark = Array("://".utf8)
    var index = word.startIndex
    while let colon = word[index...].firstIndex(of: UInt8(ascii: ":")) {
      if word[colon...].starts(with: mark) {
        let scheme = word[..<colon].lastIndex { !$0.isSchemeCharacter }
        return scheme.map { $0 + 1 } ?? word.startIndex
      }
      index = colon + 1
    }
    return nil
  }

  /// The text between the quotes of VALUE in a line that defines a variable under a volatile name.
  private static func valueOfSecretDefinition(
    in line: ArraySlice<UInt8>, _ volatile: VolatileParameters
  ) -> Range<Int>? {
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
}
