import Playlist

/// One condition of a RULE, such as `height<=720`. What a variant does not declare meets no condition but
/// `!=`.
struct VariantCondition: Hashable {
  enum Comparison: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case not = "!="
    case equal = "="
    case below = "<"
    case above = ">"
  }

  enum Key: String, CaseIterable {
    case height
    case width
    case bandwidth
    case average
    case fps
    case score
    case channels
    case codec
    case range
    case layout
    case id
    case pathway
    case name

    var isNumber: Bool {
      switch self {
      case .height, .width, .bandwidth, .average, .fps, .score, .channels: true
      case .codec, .range, .layout, .id, .pathway, .name: false
      }
    }
  }

  enum Test: Hashable {
    case number(Key, Comparison, Double)
    case text(Key, isEqual: Bool, String)
    /// `1080p`: pictures that are called so.
    case named(height: Int)
  }

  let test: Test

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
    guard let key = Key(rawValue: name.lowercased()) else {
      let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
      throw SelectionError(
        .usage, "'\(name)' in '\(text)' cannot be asked of a variant", hint: "one of \(keys)")
    }
    test =
      try key.isNumber
      ? .number(key, comparison, Self.number(value, in: text))
      : Self.textTest(key, comparison, value, in: text)
  }

  /// What the condition asks about; nil for `1080p`.
  var key: Key? {
    switch test {
    case .number(let key, _, _), .text(let key, _, _): key
    case .named: nil
    }
  }

  func matches(_ traits: VariantTraits) -> Bool {
    switch test {
    case .number(let key, let comparison, let value):
      Self.numbers(key, traits, asWhole: value == value.rounded())
        .contains { Self.compare($0, comparison, value) }
    case .text(let key, let isEqual, let value): Self.has(key, value, traits) == isEqual
    case .named(let height): Self.isCalled(height, traits.variant.resolution)
    }
  }

  // MARK: - Meaning

  private static func compare(_ declared: Double, _ comparison: Comparison, _ value: Double) -> Bool {
    switch comparison {
    case .atMost: declared <= value
    case .atLeast: declared >= value
    case .not: declared != value
    case .equal: declared == value
    case .below: declared < value
    case .above: declared > value
    }
  }

  /// What a variant declares; a frame rate asked for in whole numbers is meant so: 59.94 is 60.
  private static func numbers(_ key: Key, _ traits: VariantTraits, asWhole: Bool) -> [Double] {
    let variant = traits.variant
    switch key {
    case .height: return variant.resolution.map { [Double($0.height)] } ?? []
    case .width: return variant.resolution.map { [Double($0.width)] } ?? []
    case .bandwidth: return [Double(variant.bandwidth)]
    case .average: return variant.averageBandwidth.map { [Double($0)] } ?? []
    case .fps: return variant.frameRate.map { [asWhole ? $0.rounded() : $0] } ?? []
    case .score: return variant.score.map { [$0] } ?? []
    case .channels: return traits.channels.map(Double.init)
    case .codec, .range, .layout, .id, .pathway, .name: return []
    }
  }

  private static func has(_ key: Key, _ value: String, _ traits: VariantTraits) -> Bool {
    switch key {
    case .codec: traits.has(codec: value.lowercased())
    case .range: value.uppercased() == "HDR" ? !traits.isSDR : traits.range == value.uppercased()
    case .layout: traits.layouts.contains { $0.contains(value) }
    case .id: traits.variant.stableID == value
    case .pathway: (traits.variant.pathwayID ?? ".") == value
    case .name: traits.variant.name == value
    case .height, .width, .bandwidth, .average, .fps, .score, .channels: false
    }
  }

  /// Pictures called `1080p`: of that height, or cut from it (1920×800), or standing (1080×1920).
  private static func isCalled(_ height: Int, _ size: Resolution?) -> Bool {
    guard let size else { return false }
    if size.height == height { return true }
    if size.height > size.width { return size.width == height }
    return size.height < height && abs(size.width * 9 - height * 16) <= 18
  }

  // MARK: - Text

  private static func namedHeight(_ text: String) -> Int? {
    guard let last = text.last, last == "p" || last == "P", let height = Int(text.dropLast()), height > 0,
      height < 100_000, text.utf8.first.map({ (48...57).contains($0) }) == true
    else { return nil }
    return height
  }

  private static func split(_ text: String) -> (String, Comparison, String)? {
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

  /// A number that is not negative, with `k`, `M` or `G` for thousands, millions and thousand millions.
  private static func number(_ text: String, in condition: String) throws(SelectionError) -> Double {
    let factors: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "m": 1e6, "G": 1e9, "g": 1e9]
    let factor = text.last.flatMap { factors[$0] }
    let digits = factor == nil ? text[...] : text.dropLast()
    let isPlain =
      !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let value = Double(digits), value.isFinite else {
      throw SelectionError(
        .usage, "'\(text)' in '\(condition)' is no number", hint: "for instance bandwidth<=2.5M, height>=720")
    }
    return value * (factor ?? 1)
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
    guard key == .range || key == .layout else { return .text(key, isEqual: isEqual, value) }
    let known =
      key == .range ? ["SDR", "HLG", "PQ", "HDR"] : Array(layoutWords.keys) + VariantTraits.specifiers
    let word = key == .range ? value.uppercased() : layoutWords[value.lowercased()] ?? value.uppercased()
    guard known.contains(word) else {
      let words = key == .range ? known : layoutWords.keys.sorted()
      throw SelectionError(
        .usage, "'\(value)' in '\(condition)' is not known", hint: "one of \(words.joined(separator: ", "))")
    }
    return .text(key, isEqual: isEqual, word)
  }

  private static let layoutWords = [
    "stereo": "CH-STEREO", "mono": "CH-MONO", "rect": "PROJ-RECT", "equi": "PROJ-EQUI", "hequ": "PROJ-HEQU",
    "prim": "PROJ-PRIM", "aiv": "PROJ-AIV",
  ]
}
