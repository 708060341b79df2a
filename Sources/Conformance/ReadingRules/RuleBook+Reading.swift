import Playlist

extension RuleBook {
  /// Rules on what became of the attempt to read a playlist.
  package static var ofReadings: [any Rule<ReadingFacts>.Type] {
    [MediaPlaylistExpected.self, ReferenceFollowed.self, NotChecked.self]
  }

  /// What reading a playlist of a source shows, the parser's own findings included.
  /// - Parameter isStrict: what players accept and the text does not is an error, else a warning.
  package static func findings(in facts: ReadingFacts, isStrict: Bool) -> [Finding] {
    let own = ofReadings.flatMap { $0.check(facts) }
    switch facts.outcome {
    case .playlist(let playlist):
      return findings(of: playlist.warnings, in: facts.name, isStrict: isStrict) + own
    case .failure(let error): return [finding(of: error, in: facts.name)] + own
    case .unread, .misnamed: return own
    }
  }
}
