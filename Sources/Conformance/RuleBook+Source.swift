import Playlist

// The rules that a source is held to. Each list is kept in a file of its own.
extension RuleBook {
  package static func findings(in facts: MediaPlaylistFacts) -> [Finding] {
    findings(in: NameFacts(name: facts.name, text: facts.playlist.text))
      + ofMediaPlaylists.flatMap { $0.check(facts) }
  }
  package static func findings(in facts: MultivariantFacts) -> [Finding] {
    findings(in: NameFacts(name: facts.name, text: facts.playlist.text))
      + ofMultivariantPlaylists.flatMap { $0.check(facts) }
  }
  package static func findings(in facts: PresentationFacts) -> [Finding] {
    ofPresentations.flatMap { $0.check(facts) }
  }
  package static func findings(in facts: AnswerFacts) -> [Finding] { ofAnswers.flatMap { $0.check(facts) } }

  static var ofSources: [any Rule.Type] {
    ofNames.map { $0 } + ofMediaPlaylists.map { $0 } + ofMultivariantPlaylists.map { $0 }
      + ofPresentations.map { $0 }
      + ofAnswers.map { $0 } + ofReadings.map { $0 }
  }
}
