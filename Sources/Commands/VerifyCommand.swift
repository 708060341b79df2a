import BundleStore
import Conformance
import Console
import Download
import Flags
import Glibc
import JSON
import Upkeep

/// `hlspack verify PATH…`
struct VerifyOptions: Sendable {
  var paths: [String] = []
  var level = VerifyLevel.full
  var jobs = 2
  var publicKey: String?
  var repair = RepairOptions()
  var keys = KeyOptions()
  var transfer = TransferOptions()
  var shown = OutputOptions()
}

enum VerifyLevel: String, FlagValue, CaseIterable {
  case quick
  case full
}

enum VerifyCommand {
  static let declaration = Command(
    name: "verify", summary: "Prove that bundles are whole and correct.", defaults: VerifyOptions(),
    operands: [.many("PATH", \.paths, "A bundle.", completion: .folder)],
    options: [
      .value(
        "level", \.level, "How thoroughly to look.",
        details: [
          "quick: sizes, references and the grammar of names. full: also the SHA-256 of every byte."
        ]),
      .value("jobs", short: "j", in: 1...64, \.jobs, "Read N files at the same time."),
      .value(
        "public-key", placeholder: "FILE", completion: .file, \.publicKey,
        "Hold the bundle to the signature of the Ed25519 key in FILE.",
        details: [
          """
          A public key in PEM, as `openssl pkey -pubout` writes it. A bundle without that signature is damaged: a \
          changed file is found even if all digests were written anew.
          """
        ]),
    ],
    groups: [
      OptionGroup("Repair", at: \.repair, RepairOptions.options),
      OptionGroup("Keys", at: \.keys, KeyOptions.repairing),
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack verify Film.movpkg", "Every byte of one bundle."),
      Example("hlspack verify --level quick /srv/films/*.movpkg", "Many bundles, without reading the media."),
      Example("hlspack verify --repair Film.movpkg", "Fetch what is damaged again, and nothing else."),
    ],
    manual: Manuals.verify)

  static func run(_ options: VerifyOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    guard options.repair.source == nil || options.repair.isWanted else {
      return refuse("verify: --source is for --repair", console, lines, started)
    }
    // Reading goes on until a file ends; nobody should have to wait for that. A repair has things to put away.
    if !options.repair.isWanted { context.stop.onStop { end(context, console, lines, started) } }
    var repairs = BundleRepairs(options, context, console, lines)
    var verdicts: [Verdict] = []
    for path in options.paths {
      let verdict =
        options.repair.isWanted
        ? await repairs.verdict(on: path) : await verify(path, options, context)
      verdict.show(on: console, lines, isOneOfMany: options.paths.count > 1)
      verdicts.append(verdict)
    }
    let code = ExitCode.worst(verdicts.map(\.code))
    if let lines {
      var summary = summary(verdicts, code)
      (summary.bytes, summary.files) = (repairs.bytes, repairs.files)
      (summary.requests, summary.retries) = (repairs.requests, repairs.retries)
      summary.write(to: lines, seconds: Uptime.seconds - started)
    }
    return Entry.outputCode(console, code)
  }

  /// The end by a signal: nothing that verification does needs to be undone.
  private static func end(_ context: Context, _ console: Console, _ lines: JSONLines?, _ started: Double) {
    let failure = Failure(context.stop.exitCode ?? .interrupted, "stopped")
    exit(tell(failure, console, lines, started).rawValue)
  }

  private static func refuse(
    _ message: String, _ console: Console, _ lines: JSONLines?, _ started: Double
  ) -> ExitCode {
    tell(Failure(.usage, message), console, lines, started)
  }

  private static func tell(
    _ failure: Failure, _ console: Console, _ lines: JSONLines?, _ started: Double
  ) -> ExitCode {
    console.error(failure.message)
    if let lines {
      var summary = Summary(command: "verify")
      summary.end(failure)
      summary.write(to: lines, seconds: Uptime.seconds - started)
    }
    return failure.code
  }

  private static func verify(_ path: String, _ options: VerifyOptions, _ context: Context) async -> Verdict {
    do throws(Failure) {
      return Verdict(path: path, result: .success(try await report(on: path, options, context)))
    } catch {
      return Verdict(path: path, result: .failure(error))
    }
  }

  static func report(
    on path: String, _ options: VerifyOptions, _ context: Context
  ) async throws(Failure) -> VerificationReport {
    let key = try options.publicKey.map { (file) throws(Failure) in
      try SigningOptions.publicKey(file, of: "--public-key")
    }
    let level: Verification.Level = options.level == .quick && !options.repair.isWanted ? .quick : .full
    let verification = Verification(
      of: path, level: level, jobs: options.jobs, at: context.surroundings.now(), signedBy: key)
    do throws(BundleError) {
      return try await verification.run()
    } catch {
      throw failure(error, path)
    }
  }

  /// A bundle that is not finished is ours and not whole.
  private static func failure(_ error: BundleError, _ path: String) -> Failure {
    // Only whether it opens counts.
    guard error.kind == .notABundle, (try? UnfinishedBundle.open(path)) != nil else { return Failure(error) }
    return Failure(.damaged, "\(path): is not finished", hint: "run the build again to go on")
  }

  private static func summary(_ verdicts: [Verdict], _ code: ExitCode) -> Summary {
    var summary = Summary(command: "verify")
    if verdicts.count == 1, let only = verdicts.first {
      summary.hasBundle = true
      summary.bundle = only.path
    } else {
      summary.bundles = verdicts.map { ($0.path, $0.code, $0.message) }
    }
    let findings = verdicts.flatMap(\.findings)
    summary.findings = (
      findings.count { $0.severity == .error }, findings.count { $0.severity == .warning },
      findings.count { $0.severity == .info }
    )
    if let worst = verdicts.first(where: { $0.code == code && code != .done }),
      case .failure(let failure) = worst.result
    {
      summary.end(failure)
    } else {
      summary.end(code, message: verdicts.first { $0.code == code && code != .done }?.message)
    }
    return summary
  }
}

/// What verification says of one path.
struct Verdict: Sendable {
  let path: String
  let result: Result<VerificationReport, Failure>

  var code: ExitCode {
    switch result {
    case .success(let report):
      report.isDamaged ? .damaged : report.isExpired || report.hasExpiredKeys ? .expired : .done
    case .failure(let failure): failure.code
    }
  }

  var findings: [Finding] { (try? result.get())?.findings ?? [] }  // a failure has none

  /// nil when all is well.
  var message: String? {
    switch result {
    case .success(let report):
      guard report.isDamaged else {
        if let ending = report.ending { return "\(path): \(ending)" }
        return report.hasExpiredKeys ? "\(path): a key has expired" : nil
      }
      let errors = report.findings.count { $0.severity == .error }
      return "\(path): damaged, \(errors) \(errors == 1 ? "fault" : "faults")"
    case .failure(let failure): return failure.message
    }
  }

  /// - Parameter isOneOfMany: findings in JSON say which bundle they are of.
  func show(on console: Console, _ lines: JSONLines?, isOneOfMany: Bool) {
    switch result {
    case .failure(let failure): console.error(failure.message, hint: failure.hint)
    case .success(let report):
      showFindings(on: console, lines, isOneOfMany: isOneOfMany)
      if let message {
        console.error(message)
      } else if lines == nil, console.verbosity > .quiet {
        console.result("\(path): whole, \(report.files) files, \(ByteText.bytes(report.bytes))")
      }
    }
  }

  func showFindings(on console: Console, _ lines: JSONLines?, isOneOfMany: Bool) {
    for finding in findings { show(finding, on: console, lines, isOneOfMany) }
  }

  private func show(_ finding: Finding, on console: Console, _ lines: JSONLines?, _ isOneOfMany: Bool) {
    if let lines {
      var members = finding.members
      if isOneOfMany { members["bundle"] = .string(path) }
      return lines.write(type: "finding", members)
    }
    let line = finding.line.map { ":\($0)" } ?? ""
    let text = "\(path)/\(finding.file)\(line): \(finding.message) (\(finding.rule))"
    switch finding.severity {
    case .error: console.result("error: \(text)")
    case .warning: console.result("warning: \(text)")
    case .info: console.result("info: \(text)")
    }
  }
}

extension Finding {
  /// As JSON, without the type.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "rule": .string(rule), "severity": .string(severity.rawValue), "file": .string(file),
      "message": .string(message),
    ]
    if let line { members["line"] = .integer(Int64(line)) }
    if let hint { members["hint"] = .string(hint) }
    return members
  }
}
