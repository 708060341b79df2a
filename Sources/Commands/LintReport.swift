import Conformance
import Console
import Download
import JSON

/// What lint says of one source.
struct LintVerdict: Sendable {
  /// What the person called it.
  let name: String
  let result: Result<SourceSurvey, Failure>
  let findings: [Finding]

  /// Errors of playlists go before what could not be reached, since they will be there again tomorrow.
  var code: ExitCode {
    switch result {
    case .failure(let failure): failure.code
    case .success(let survey):
      if count(.error) > 0 || survey.obstacles.contains(.gone) {
        .wrongSource
      } else {
        survey.obstacles.contains(.unavailable) ? .unavailable : .done
      }
    }
  }

  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// One line for people; nil when all is well.
  var message: String? {
    switch result {
    case .failure(let failure): return failure.message
    case .success(let survey):
      guard code != .done else { return nil }
      let errors = count(.error)
      if errors > 0 { return "\(name): \(LintReport.counted(errors, "error"))" }
      return "\(name): \(LintReport.counted(survey.obstacles.count, "playlist")) could not be checked"
    }
  }
}

/// The findings of one source, for people or as JSON.
struct LintReport {
  private let verdict: LintVerdict
  private let console: Console
  private let lines: JSONLines?
  private let isStrict: Bool

  init(_ verdict: LintVerdict, _ console: Console, _ lines: JSONLines?, isStrict: Bool) {
    self.verdict = verdict
    self.console = console
    self.lines = lines
    self.isStrict = isStrict
  }

  /// - Parameters:
  ///   - isOneOfMany: findings in JSON say which source they are of.
  ///   - isQuiet: only errors are told.
  func write(isOneOfMany: Bool, isQuiet: Bool) {
    if case .failure(let failure) = verdict.result { console.error(failure.message, hint: failure.hint) }
    for finding in verdict.findings {
      if let lines {
        var members = finding.members
        if isOneOfMany { members["source"] = .string(verdict.name) }
        lines.write(type: "finding", members)
      } else if !isQuiet || finding.severity == .error {
        console.result(Self.text(finding))
      }
    }
    if lines == nil, !isQuiet, case .success(let survey) = verdict.result { console.result(total(survey)) }
  }

  private static func text(_ finding: Finding) -> String {
    let place = finding.line.map { "\(finding.file):\($0)" } ?? finding.file
    let line = "\(finding.severity.rawValue): \(place): \(finding.message) (\(finding.rule))"
    return finding.hint.map { "\(line)\n  hint: \($0)" } ?? line
  }

  /// `master.m3u8: 2 errors, 3 warnings, 1 note in 5 playlists (lenient)`
  private func total(_ survey: SourceSurvey) -> String {
    let counts = [
      Self.counted(verdict.count(.error), "error"), Self.counted(verdict.count(.warning), "warning"),
      Self.counted(verdict.count(.info), "note"),
    ]
    var line = "\(verdict.name): \(counts.joined(separator: ", "))"
    line += " in \(Self.counted(survey.playlists, "playlist")) (\(isStrict ? "strict" : "lenient"))"
    let unread = survey.obstacles.count
    return unread == 0 ? line : "\(line); \(Self.counted(unread, "playlist")) not checked"
  }

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

/// Running text broken into lines of at most 80 columns.
enum Paragraph {
  static func lines(_ text: String, indent: Int, width: Int = 80) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + TextWidth.of(line) + 1 + TextWidth.of(String(word)) > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines.joined(separator: "\n")
  }
}
