/// Every rule, by what it looks at.
package enum RuleBook {
  package static var ofFiles: [any Rule<FileFacts>.Type] {
    [FileMissing.self, FileKind.self, FileReadable.self, FileSize.self, FileDigest.self]
  }

  package static var ofExtras: [any Rule<ExtraFacts>.Type] { [FileUnknown.self, NameGrammar.self] }

  package static var ofSums: [any Rule<SumsFacts>.Type] { [ManifestSums.self, SumsSigned.self] }

  package static var ofPlaylists: [any Rule<PlaylistFacts>.Type] {
    [PlaylistParses.self, ReferenceLocal.self, RangeInside.self]
  }

  package static var ofStreams: [any Rule<StreamFacts>.Type] {
    [ListingWhole.self, ReferenceKept.self, PlaylistComplete.self]
  }

  package static var ofTitles: [any Rule<TitleFacts>.Type] {
    [
      StreamNamed.self, GroupsResolve.self, FirstLinePrimary.self, GapCount.self, GapTold.self, Expired.self,
      KeyExpired.self, ChangePending.self,
    ]
  }

  /// What `--explain` and the manual tell of a rule.
  package struct Explanation: Sendable, Hashable {
    package let identifier: String
    package let asks: String
    package let why: String

    init(identifier: String, asks: String, why: String) {
      self.identifier = identifier
      self.asks = asks
      self.why = why
    }

    fileprivate init(_ rule: any Rule.Type) {
      identifier = rule.identifier
      asks = rule.asks
      why = rule.why
    }
  }

  /// All rules, by identifier.
  package static var explanations: [Explanation] {
    var all: [any Rule.Type] = []
    all += ofFiles.map { $0 }
    all += ofExtras.map { $0 }
    all += ofSums.map { $0 }
    all += ofPlaylists.map { $0 }
    all += ofStreams.map { $0 }
    all += ofTitles.map { $0 }
    all += ofSources
    return (all.map { Explanation($0) } + ofSyntax).sorted { $0.identifier < $1.identifier }
  }
}

// MARK: - Checking

extension RuleBook {
  package static func findings(in facts: FileFacts) -> [Finding] { ofFiles.flatMap { $0.check(facts) } }
  package static func findings(in facts: ExtraFacts) -> [Finding] { ofExtras.flatMap { $0.check(facts) } }
  package static func findings(in facts: SumsFacts) -> [Finding] { ofSums.flatMap { $0.check(facts) } }
  package static func findings(in facts: PlaylistFacts) -> [Finding] {
    ofPlaylists.flatMap { $0.check(facts) }
  }
  package static func findings(in facts: StreamFacts) -> [Finding] { ofStreams.flatMap { $0.check(facts) } }
  package static func findings(in facts: TitleFacts) -> [Finding] { ofTitles.flatMap { $0.check(facts) } }
}
