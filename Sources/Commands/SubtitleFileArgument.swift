import Conformance
import Download
import Upkeep

/// `--add-subtitle-file LANG[:KIND]=FILE|URL`
struct SubtitleFileArgument: Sendable {
  let language: String
  let kind: SubtitleAddition.Kind
  let source: BuildRequest.Source

  static let option = "--add-subtitle-file"

  /// - Throws: `usage` for what is not of that form, with a hint.
  init(_ text: String) throws(Failure) {
    guard let equals = text.firstIndex(of: "=") else {
      throw Failure(
        .usage, "\(Self.option): not LANG=FILE", hint: "for instance fr=film.srt, en:sdh=film.vtt")
    }
    let words = text[..<equals].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let language = String(words[0])
    guard LanguageSyntax.isWellFormed(language) else {
      throw Failure(
        .usage, "\(Self.option): '\(language)' is no language tag", hint: "BCP 47: fr, pt-BR, zh-Hant, und")
    }
    guard let kind = words.count == 1 ? .plain : Self.kind(String(words[1])) else {
      throw Failure(.usage, "\(Self.option): '\(words[1])' is no kind", hint: "sdh or forced")
    }
    self.language = language
    self.kind = kind
    source = try SourceArgument.source(String(text[text.index(after: equals)...]), of: Self.option)
  }

  private static func kind(_ word: String) -> SubtitleAddition.Kind? {
    word == "sdh" ? .sdh : word == "forced" ? .forced : nil
  }
}
