/// A language as a playlist declares it (BCP 47), brought to one spelling.
struct LanguageTag: Hashable {
  /// Lower case, the primary one in its shortest form; never empty.
  let subtags: [String]

  /// Never fails: what is no tag is a language of its own. Nil and an empty text are `und`.
  init(_ text: String?) {
    var parts = (text ?? "").lowercased().split { $0 == "-" || $0 == "_" || $0 == " " }.map(String.init)
    if parts.isEmpty { parts = ["und"] }
    // An extended language subtag stands for itself (RFC 5646, 4.5): zh-yue is yue.
    if parts.count > 1, parts[1].utf8.count == 3, parts[1].utf8.allSatisfy(Self.isLetter),
      LanguageCodes.family(parts[1]) == LanguageCodes.canonical(parts[0])
    {
      parts.removeFirst()
    }
    parts[0] = LanguageCodes.canonical(parts[0])
    subtags = parts
  }

  init(subtags: [String]) { self.subtags = subtags }

  var primary: String { subtags[0] }

  /// The script subtag, or the one that a region of Chinese implies; nil where neither tells.
  var script: String? {
    if let script = subtags.dropFirst().first(where: Self.isScript) { return script }
    guard primary == "zh" || primary == "cmn" || primary == "yue" else { return nil }
    for subtag in subtags.dropFirst() {
      switch subtag {
      case "tw", "hk", "mo": return "hant"
      case "cn", "sg", "my": return "hans"
      default: continue
      }
    }
    return nil
  }

  /// The region subtag of letters; nil where there is none.
  var region: String? {
    subtags.dropFirst().first { $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isLetter) }
  }

  /// Whether the subtags of the other stand here in order, the primary one first (RFC 4647, 3.3.2).
  func extends(_ other: LanguageTag) -> Bool {
    guard primary == other.primary else { return false }
    var wanted = other.subtags.dropFirst()
    for subtag in subtags.dropFirst() where subtag == wanted.first { wanted = wanted.dropFirst() }
    return wanted.isEmpty
  }

  private static func isScript(_ subtag: String) -> Bool {
    subtag.utf8.count == 4 && subtag.utf8.allSatisfy(isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

/// A language that a person asks for: a BCP 47 range.
struct LanguageRange: Hashable {
  let tag: LanguageTag
  /// `fr-*`: everything beneath it, not just the closest; `*`: every language.
  let takesAll: Bool

  /// The range whose nearest language is this one.
  init(_ tag: LanguageTag) {
    self.tag = tag
    takesAll = false
  }

  /// Nil where the text is no range (RFC 4647, 2.1): subtags of letters and digits, the first of two or
  /// three, or the `x` or `i` of a tag that is not registered by its language.
  init?(_ text: String) {
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let takesAll = parts.last == "*"
    if takesAll { parts.removeLast() }
    if let first = parts.first {
      let isSingleton = parts.count > 1 && ["x", "i"].contains(first.lowercased())
      guard isSingleton || (2...3).contains(first.utf8.count),
        first.utf8.allSatisfy({ $0 | 0x20 >= 97 && $0 | 0x20 <= 122 })
      else { return nil }
    } else if !takesAll {
      return nil
    }
    let isAlphanumeric: (UInt8) -> Bool = { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
    guard parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric) }) else {
      return nil
    }
    self.takesAll = takesAll
    tag = parts.isEmpty ? LanguageTag(subtags: ["*"]) : LanguageTag(parts.joined(separator: "-"))
  }

  /// How far a language is from this range; 0 is nearest; nil: not at all.
  ///
  /// The same tag; then one that says more (`fr-CA` for `fr`); then the same script of Chinese (`zh-TW` for
  /// `zh-Hant`); then the other side of a macrolanguage (`nb` for `no`); then one that says less (RFC 4647,
  /// 3.4: `fr` for `fr-CA`), one step a subtag; last one that says less on the other side of a macrolanguage
  /// (`no` for `nb-NO`).
  func distance(to language: LanguageTag) -> Int? {
    if tag.primary == "*" { return 0 }
    if language == tag { return 0 }
    if language.extends(tag) { return 1 }
    if let script = tag.script, language.primary == tag.primary, language.script == script {
      return tag.region == nil || language.region == nil ? 2 : 3
    }
    if isAcrossMacrolanguage(language) { return 4 }
    var shorter = tag.subtags
    while shorter.count > 1 {
      shorter.removeLast()
      // A singleton goes with what followed it.
      if shorter.count > 1, shorter[shorter.count - 1].utf8.count == 1 { shorter.removeLast() }
      if language.subtags == shorter { return 5 + tag.subtags.count - shorter.count }
    }
    return isBeneathMacrolanguage(language) ? Self.farthest : nil
  }

  /// The distance of what a range with `*` takes: what it covers, also across a macrolanguage, but nothing that
  /// says less.
  static let coveredDistance = 4

  /// `no` for `nb-NO`: it says less, on the other side of a macrolanguage.
  private static let farthest = 1_000

  private func isBeneathMacrolanguage(_ language: LanguageTag) -> Bool {
    let bare = LanguageRange(LanguageTag(subtags: [tag.primary]))
    return language.subtags.count == 1 && bare.isAcrossMacrolanguage(language)
  }

  private func isAcrossMacrolanguage(_ language: LanguageTag) -> Bool {
    guard let family = LanguageCodes.family(tag.primary), language.primary != tag.primary,
      LanguageCodes.family(language.primary) == family,
      tag.primary == family || language.primary == family
    else { return false }
    let renamed = LanguageTag(subtags: [tag.primary] + language.subtags.dropFirst())
    return renamed.extends(tag) || (tag.script != nil && tag.script == language.script)
  }
}
