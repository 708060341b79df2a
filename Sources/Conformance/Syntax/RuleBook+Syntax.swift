package import Playlist

// What reading a playlist shows: the parser is the rule.
extension RuleBook {
  /// What a lenient reading tolerated or noted.
  /// - Parameters:
  ///   - name: what findings call the playlist.
  ///   - isStrict: a leniency is an error, else a warning.
  package static func findings(of warnings: [PlaylistWarning], in name: String, isStrict: Bool) -> [Finding] {
    warnings.map { warning in
      Finding(
        rule: warning.rule.rawValue, severity: severity(of: warning, isStrict: isStrict), file: name,
        line: warning.line, message: warning.message + andMore(warning.count - 1),
        hint: warning.rule.words?.fix)
    }
  }

  /// Why a playlist could not be read at all.
  package static func finding(of error: PlaylistError, in name: String) -> Finding {
    Finding(
      rule: error.rule.rawValue, severity: .error, file: name, line: error.line, message: error.message,
      hint: error.hint ?? error.rule.words?.fix)
  }

  private static func severity(of warning: PlaylistWarning, isStrict: Bool) -> Severity {
    if warning.isLeniency { return isStrict ? .error : .warning }
    return warning.rule == .noFinalLineEnd || warning.rule == .deltaUpdate ? .info : .warning
  }

  static var ofSyntax: [Explanation] {
    SyntaxRule.allCases.compactMap { rule in
      rule.words.map { Explanation(identifier: rule.rawValue, asks: $0.asks, why: $0.why) }
    }
  }
}
