import Playlist

extension VariantCondition {
  /// - Throws: `usage` for a text that is no condition.
  init(parsing text: String) throws(SelectionError) {
    if let height = Self.namedHeight(text) {
      test = .named(height: height)
      return
    }
    guard let (name, comparison, value) = Self.split(text) else {
      throw SelectionError(
        .usage, "'\(text)' is no rule for a variant",
        hint: "best, worst, none, all, a height such as 1080p, or conditions such as height<=720,codec=hvc1")
    }
    guard let key = Key(word: name) else {
      let keys = (Key.allCases.map(\.rawValue) + ["min", "max"]).joined(separator: ", ")
      throw SelectionError(
        .usage, "'\(name)' in '\(text)' cannot be asked of a variant", hint: "one of \(keys)")
    }
    if key == .size {
      test = .size(comparison, try Self.size(value, in: text))
    } else if key.isNumber {
      test = .number(key, comparison, try Self.number(value, in: text))
    } else {
      test = try Self.textTest(key, comparison, value, in: text)
    }
  }

  private static func namedHeight(_ text: String) -> Int? {
    guard let last = text.last, last == "p" || last == "P", let height = Int(text.dropLast()), height > 0,
      height < 100_000, text.utf8.first.map({ (48...57).contains($0) }) == true
    else { return nil }
    return height
  }

  static func split(_ text: String) -> (String, Comparison, String)? {
    guard let start = text.firstIndex(where: { "<>=!".contains($0) }) else { return nil }
    var rest = text[start...]
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return nil
    }
    rest = rest.dropFirst(comparison.rawValue.count)
    if comparison == .equal, rest.hasPrefix("=") { rest = rest.dropFirst() }
    let name = SelectionWords.trimmed(String(text[..<start]))
    let value = SelectionWords.trimmed(String(rest))
    return name.isEmpty || value.isEmpty ? nil : (name, comparison, value)
  }

  private static func number(_ text: String, in condition: String) throws(SelectionError) -> Double {
    guard let value = Figure.number(text) else {
      throw SelectionError(
        .usage, "'\(text)' in '\(condition)' is no number", hint: "for instance bandwidth<=2.5M, height>=720")
    }
    return value
  }

  private static func size(_ text: String, in condition: String) throws(SelectionError) -> Resolution {
    guard let size = Figure.size(text) else {
      throw SelectionError(
        .usage, "'\(text)' in '\(condition)' is no size", hint: "for instance size>=1280x720")
    }
    return size
  }

  private static func textTest(
    _ key: Key, _ comparison: Comparison, _ value: String, in condition: String
  ) throws(SelectionError) -> Test {
    guard comparison == .equal || comparison == .not else {
      throw SelectionError(
        .usage, "'\(condition)': '\(key.rawValue)' is compared with = or != only",
        hint: "for instance \(key.rawValue)=\(value)")
    }
    let isEqual = comparison == .equal
    guard let known = Self.words[key] else { return .text(key, isEqual: isEqual, value) }
    guard let word = known[value.lowercased()] else {
      let short = known.keys.filter { !$0.contains("-") }.sorted().joined(separator: ", ")
      throw SelectionError(
        .usage, "'\(value)' in '\(condition)' is not known", hint: "one of \(short)")
    }
    return .text(key, isEqual: isEqual, word)
  }

  /// The words that may follow a key, in lower case, and what they stand for; a key that is not here takes any.
  private static let words: [Key: [String: String]] = [
    .range: ["sdr": "SDR", "hlg": "HLG", "pq": "PQ", "hdr": "HDR"],
    .audio: ["binaural": "BINAURAL", "immersive": "IMMERSIVE", "downmix": "DOWNMIX"],
    .layout: [
      "stereo": "CH-STEREO", "mono": "CH-MONO", "rect": "PROJ-RECT", "equi": "PROJ-EQUI",
      "hequ": "PROJ-HEQU", "prim": "PROJ-PRIM", "aiv": "PROJ-AIV",
    ].merging(VariantTraits.specifiers.map { ($0.lowercased(), $0) }) { first, _ in first },
  ]
}
