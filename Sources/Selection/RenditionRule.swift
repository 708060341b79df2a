import Playlist

/// One word of a list of sounds, subtitles or angles.
struct RenditionRule: Hashable {
  enum Subject: Hashable {
    case none
    case all
    /// What plays when nobody chooses.
    case standard
    case language(LanguageRange)
    case named(String)
  }

  /// As typed.
  let word: String
  let subject: Subject
  /// Nil where none was typed.
  let kind: RenditionKind?

  /// - Throws: `usage` for a word that is no rule.
  init(parsing word: String) throws(SelectionError) {
    self.word = word
    if let name = Self.name(in: word) {
      guard !name.isEmpty else {
        throw SelectionError(.usage, "'\(word)' has no name", hint: "for instance name=Commentary")
      }
      subject = .named(name)
      kind = nil
      return
    }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    kind = try parts.count > 1 ? Self.kind(parts[1], of: word) : parts[0] == "original" ? .original : nil
    switch parts[0] {
    case "all": subject = .all
    case "original":
      subject = .all
      guard parts.count == 1 else { throw Self.noKind(word) }
    case "none":
      subject = .none
      guard parts.count == 1 else { throw Self.noKind(word) }
    case "default":
      subject = .standard
      guard parts.count == 1 else { throw Self.noKind(word) }
    default:
      guard let range = LanguageRange(parts[0]) else { throw Self.noLanguage(word) }
      subject = .language(range)
    }
  }

  /// The rules of a list; `none` stands alone.
  static func list(_ words: [String]) throws(SelectionError) -> [RenditionRule] {
    var rules: [RenditionRule] = []
    for word in words { rules.append(try RenditionRule(parsing: word)) }
    guard !rules.contains(where: { $0.subject == .none }) || rules.count == 1 else {
      throw SelectionError(.usage, "'none' and other words in one list", hint: "give 'none' alone")
    }
    return rules
  }

  /// What a person should know who gets less for a language than a translation: forced subtitles alone, or
  /// nothing but a description of the picture. Nil where there is nothing to say.
  func warning(of found: [Rendition]) -> String? {
    guard case .language = subject, kind == nil, !found.isEmpty else { return nil }
    if found.allSatisfy(\.forced) { return "for '\(word)' there are forced subtitles only" }
    guard found.allSatisfy({ $0.kind == .audio && $0.describesVideo }) else { return nil }
    return "for '\(word)' there is only sound that describes the picture"
  }

  private static func name(in word: String) -> String? {
    guard word.lowercased().hasPrefix("name=") else { return nil }
    return String(word.dropFirst(5))
  }

  private static func kind(_ text: String, of word: String) throws(SelectionError) -> RenditionKind {
    guard let kind = RenditionKind(text) else {
      throw SelectionError(
        .usage, "'\(text)' in '\(word)' is no kind of rendition", hint: "one of \(RenditionKind.wordList)")
    }
    return kind
  }

  private static func noKind(_ word: String) -> SelectionError {
    SelectionError(.usage, "'\(word)': a kind follows a language only", hint: "for instance en:sdh")
  }

  private static func noLanguage(_ word: String) -> SelectionError {
    SelectionError(
      .usage,
      word.isEmpty ? "an empty word in a list" : "'\(word)' is neither a word of a list nor a language tag",
      hint: "default, all, none, original, name=NAME, or a language such as en, fr-CA, de:forced")
  }
}
