import Playlist

enum LanguageForm: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-language-form"
  static let asks = "LANGUAGE and ASSOC-LANGUAGE are language tags of BCP 47"
  static let why = "players do not know the language, and do not choose by it"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .error, in: facts.name)
    for language in facts.languages where !LanguageSyntax.isWellFormed(language.text) {
      faults.see(
        line: language.line, "\(language.attribute) \(shown(language.text)) is no language tag",
        hint: "such as en, pt-BR or zh-Hant")
    }
    return faults.all
  }
}

extension MultivariantFacts {
  /// Every language that is told, in the order of the kinds of tags; `line` counts from 0.
  var languages: [(attribute: String, text: String, line: Int)] {
    var languages: [(attribute: String, text: String, line: Int)] = []
    for rendition in playlist.renditions {
      if let text = rendition.language { languages.append(("LANGUAGE", text, rendition.line)) }
      if let text = rendition.assocLanguage { languages.append(("ASSOC-LANGUAGE", text, rendition.line)) }
    }
    for data in playlist.sessionData {
      if let text = data.language { languages.append(("LANGUAGE", text, data.line)) }
    }
    return languages
  }
}
