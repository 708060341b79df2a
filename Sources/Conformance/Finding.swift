/// How much a finding matters.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Worth knowing, nothing to do about.
  case info
  /// Not as it should be, but what was promised is there.
  case warning
  /// Something promised is missing or wrong.
  case error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// One thing that a rule found: where, and what is wrong.
package struct Finding: Sendable, Hashable {
  /// The identifier of the rule: "hlspack-file-missing".
  package var rule: String
  package var severity: Severity
  /// The file concerned; relative to the bundle when it is a bundle's.
  package var file: String
  /// Counted from 1; nil when no one line is concerned.
  package var line: Int?
  /// One sentence: lower case, no full stop, no credentials; it does not repeat the file's name.
  package var message: String
  /// What to do about it; nil when there is nothing to say.
  package var hint: String?

  package init(
    rule: String, severity: Severity, file: String, line: Int? = nil, message: String, hint: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.file = file
    self.line = line
    self.message = message
    self.hint = hint
  }
}

extension Finding: Comparable {
  /// By file, then line, then rule: the order of a report.
  package static func < (left: Finding, right: Finding) -> Bool {
    if left.file != right.file { return left.file < right.file }
    let (leftLine, rightLine) = (left.line ?? 0, right.line ?? 0)
    if leftLine != rightLine { return leftLine < rightLine }
    if left.rule != right.rule { return left.rule < right.rule }
    return left.message < right.message
  }
}
