extension RuleBook {
  /// Rules on names that the specification does not have, in playlists of either kind.
  package static var ofNames: [any Rule<NameFacts>.Type] {
    [UnknownTag.self, MisspeltTag.self, RemovedTag.self, UnknownAttribute.self]
  }

  package static func findings(in facts: NameFacts) -> [Finding] { ofNames.flatMap { $0.check(facts) } }
}
