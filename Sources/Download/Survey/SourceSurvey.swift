import Addresses
package import Conformance

/// Everything that can be read of a source, for rules to look at.
package struct SourceSurvey: Sendable {
  /// Why a playlist was not read.
  package enum Obstacle: Sendable, Hashable {
    /// It is no longer there, or refused: exit code 5.
    case gone
    /// It cannot be reached for now: exit code 6.
    case unavailable
    /// It was not asked for: an address in a file, a file that is not there, or beyond a limit.
    case leftOut
  }

  /// The playlist that the person named first, then those that it names, each once.
  package internal(set) var readings: [ReadingFacts] = []
  /// For each reading that brought nothing: why.
  package internal(set) var obstacles: [Obstacle] = []
  /// How servers answered.
  package internal(set) var answers: [AnswerFacts] = []
  /// Nil when the playlist that the person named could not be parsed.
  package internal(set) var presentation: PresentationFacts?

  /// What is a credential in the source's addresses: a playlist may put a value of its own query into the paths that
  /// it names (EXT-X-DEFINE QUERYPARAM), and so into findings.
  var volatile = VolatileParameters()

  /// How many playlists were read.
  package var playlists: Int {
    readings.count { if case .playlist = $0.outcome { true } else { false } }
  }

  /// All that the rules find: by playlist in the order of reading, then by line.
  /// - Parameter isStrict: what players accept and the text does not is an error, else a warning.
  package func findings(isStrict: Bool) -> [Finding] {
    var all = readings.flatMap { RuleBook.findings(in: $0, isStrict: isStrict) }
    if let presentation {
      all += presentation.multivariant.map { RuleBook.findings(in: $0) } ?? []
      all += presentation.media.flatMap { RuleBook.findings(in: $0) }
      all += RuleBook.findings(in: presentation)
    }
    all += answers.flatMap { RuleBook.findings(in: $0) }
    var places: [String: Int] = [:]
    for (place, reading) in readings.enumerated() where places[reading.name] == nil {
      places[reading.name] = place
    }
    let ranked = all.map { (place: places[$0.file] ?? readings.count, finding: $0) }
    return ranked.sorted { ($0.place, $0.finding) < ($1.place, $1.finding) }.map { scrubbed($0.finding) }
  }

  /// Without what is known to be a credential.
  private func scrubbed(_ finding: Finding) -> Finding {
    var finding = finding
    finding.file = volatile.scrubbed(finding.file)
    finding.message = volatile.scrubbed(finding.message)
    finding.hint = finding.hint.map { volatile.scrubbed($0) }
    return finding
  }
}
