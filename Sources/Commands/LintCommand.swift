import Addresses
import Conformance
import Console
import Download
import Files
import Flags
import JSON
import Transfer

/// `hlspack lint URL|FILE…`
struct LintOptions: Sendable {
  var subjects: [String] = []
  var strict = false
  var explain: String?
  var transfer = TransferOptions()
  var shown = OutputOptions()
}

enum LintCommand {
  static let declaration = Command(
    name: "lint", summary: "Tell what is wrong with a source, rule by rule.", defaults: LintOptions(),
    operands: [
      .many(
        "URL|FILE", \.subjects, "A multivariant or media playlist, or a bundle.", completion: .file,
        atLeast: 0)
    ],
    options: [
      .flag(
        "strict", \.strict, "Hold to the text of the specification.",
        details: [
          """
          What players accept although the text does not (a byte order mark, blanks in attribute lists, a version \
          that is too low, and the like) is an error then, else a warning. The report names the mode.
          """
        ]),
      .value(
        "explain", placeholder: "RULE", \.explain, "Tell what RULE asks and why; all lists every rule."),
    ],
    groups: [
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack lint https://example.com/film/master.m3u8", "A title and all its playlists."),
      Example(
        "hlspack lint --strict out/master.m3u8", "Files, before they are published; nothing is fetched."),
      Example("hlspack lint --explain rfc8216bis-4.4.3.1-target-duration", "What a rule asks, and why."),
    ],
    manual: Manuals.lint)

  static func run(_ options: LintOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    if let rule = options.explain { return explain(rule, options, console, lines, started) }
    var summary = Summary(command: "lint")
    summary.mode = options.strict ? "strict" : "lenient"
    var verdicts: [LintVerdict] = []
    do throws(Failure) {
      guard !options.subjects.isEmpty else {
        throw Failure(.usage, "lint: no URL or FILE given", hint: "hlspack lint --help shows how")
      }
      let transfers = Transfers(settings: try options.transfer.settings(context)) { event in
        TransferEvents.tell(event, console)
      }
      defer { transfers.close() }
      let base = try options.transfer.network.base()
      for subject in options.subjects {
        let verdict = await lint(subject, at: base, options, context, transfers)
        if let code = context.stop.exitCode { throw Failure(code, "stopped") }
        let report = LintReport(verdict, console, lines, isStrict: options.strict)
        report.write(isOneOfMany: options.subjects.count > 1, isQuiet: options.shown.quiet)
        verdicts.append(verdict)
      }
      summary.requests = transfers.totals.requests
      summary.retries = transfers.totals.retries
      summary.bytes = transfers.totals.bytes
      conclude(verdicts, &summary)
    } catch {
      console.error(error.message, hint: error.hint)
      summary.end(error)
    }
    if let lines { summary.write(to: lines, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func lint(
    _ subject: String, at base: URI?, _ options: LintOptions, _ context: Context, _ transfers: Transfers
  ) async -> LintVerdict {
    do throws(Failure) {
      let typed = try SourceArgument.resolved(subject, of: "lint")
      let named = playlist(of: typed)
      let source = try SourceArgument.source(named, of: "lint")
      var display = named
      if case .remote(let uri) = source { display = uri.pathText }
      var request = BuildRequest(source: source)
      request.connections = options.transfer.connections
      request.base = base
      do throws(DownloadError) {
        let builder = try Builder(request, transfers: transfers, surroundings: context.surroundings) { _ in }
        let survey = try await builder.survey(as: display)
        return LintVerdict(
          name: display, result: .success(survey), findings: survey.findings(isStrict: options.strict))
      } catch {
        throw Failure(error)
      }
    } catch {
      return LintVerdict(name: subject, result: .failure(error), findings: [])
    }
  }

  /// Of a folder that holds one (a bundle does) its multivariant playlist.
  private static func playlist(of subject: String) -> String {
    // What cannot be looked at is told when it is opened as a file.
    guard !SourceArgument.isAddress(subject), (try? FileStatus.of(subject))?.kind == .folder else {
      return subject
    }
    return FilePath.join(FilePath.withoutTrailingSlashes(subject), "index.m3u8")
  }

  private static func conclude(_ verdicts: [LintVerdict], _ summary: inout Summary) {
    let findings = verdicts.flatMap(\.findings)
    summary.findings = (
      findings.count { $0.severity == .error }, findings.count { $0.severity == .warning },
      findings.count { $0.severity == .info }
    )
    if verdicts.count > 1 { summary.sources = verdicts.map { ($0.name, $0.code, $0.message) } }
    let code = ExitCode.worstOfLint(verdicts.map(\.code))
    let worst = verdicts.first { $0.code == code }
    if code != .done, case .failure(let failure)? = worst?.result {
      summary.end(failure)
    } else {
      summary.end(code, message: code == .done ? nil : worst?.message)
    }
  }

  // MARK: - Explaining

  /// Rules that share the most with a text: those that hold it, else those of the same last words.
  private static func near(_ text: String, _ rules: [String]) -> [String] {
    let typed = text.lowercased()
    guard typed.utf8.count > 2 else { return [] }
    let holding = rules.filter { $0.contains(typed) || typed.contains($0) }
    if !holding.isEmpty { return Array(holding.prefix(5)) }
    let words = Set(typed.split { $0 == "-" || $0 == "." || $0 == " " }).filter { $0.utf8.count > 2 }
    let ranked = rules.map { rule in
      (rule: rule, count: Set(rule.split { $0 == "-" || $0 == "." }).intersection(words).count)
    }
    let most = ranked.map(\.count).max() ?? 0
    return most < 2 ? [] : ranked.filter { $0.count == most }.prefix(5).map(\.rule)
  }

  private static func explain(
    _ rule: String, _ options: LintOptions, _ console: Console, _ lines: JSONLines?, _ started: Double
  ) -> ExitCode {
    var summary = Summary(command: "lint")
    let all = RuleBook.explanations
    let wanted = rule == "all" ? all : all.filter { $0.identifier == rule }
    if wanted.isEmpty {
      let near = near(rule, all.map(\.identifier))
      let failure = Failure(
        .usage, "lint: there is no rule '\(VisibleText.of(String(rule.prefix(80))))'",
        hint: near.isEmpty ? "--explain all lists every rule" : "near it: \(near.joined(separator: ", "))")
      console.error(failure.message, hint: failure.hint)
      summary.end(failure)
    } else if let lines {
      for rule in wanted {
        lines.write(
          type: "rule",
          ["rule": .string(rule.identifier), "asks": .string(rule.asks), "why": .string(rule.why)])
      }
    } else if rule == "all" {
      console.result(
        wanted.map { "\($0.identifier)\n" + Paragraph.lines($0.asks, indent: 4) }.joined(separator: "\n"))
    } else {
      for rule in wanted {
        console.result(
          "\(rule.identifier)\n" + Paragraph.lines("asks: " + rule.asks, indent: 2) + "\n"
            + Paragraph.lines("why: " + rule.why, indent: 2))
      }
    }
    if let lines { summary.write(to: lines, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }
}
