import Playlist
import Selection

enum LanguageShortest: Rule {
  static let identifier = "rfc8216bis-4.4.6.1-language-shortest"
  static let asks = "LANGUAGE and ASSOC-LANGUAGE begin with the shortest code of the language"
  static let why = "players compare tags as text: who asks for en does not find eng"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for language in facts.languages where LanguageSyntax.isWellFormed(language.text) {
      let primary = language.text.lowercased().prefix { $0 != "-" }
      if primary.utf8.count > 3 {
        faults.see(
          line: language.line,
          "\(language.attribute) \(shown(language.text)) begins with no code of a language",
          hint: "languages have codes of two or three letters")
        continue
      }
      let shortest = LanguageCodes.canonical(String(primary))
      guard primary.utf8.count == 3, shortest.utf8.count == 2 else { continue }
      faults.see(
        line: language.line,
        "\(language.attribute) \(shown(language.text)) has a code of three letters where there is one of two",
        hint: "write \(shortest)")
    }
    return faults.all
  }
}
