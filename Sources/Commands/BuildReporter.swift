import Addresses
import BundleStore
import Console
import Download
import Files
import JSON
import Synchronization
import Transfer
import Upkeep

/// Tells people or scripts what a build does.
final class BuildReporter: Sendable {
  enum Ending: Sendable {
    case planned(BuildPlan)
    case built(BuildOutcome)
    /// Subtitles from files of a person's.
    case added([SubtitleAddition.Outcome])
    indirect case both(Ending, [SubtitleAddition.Outcome])
  }

  private struct State {
    var title = ""
    var destination: String?
    var transfers: Transfers?
    var files = 0
    /// What is a credential, for texts that come from below.
    var volatile = VolatileParameters()
  }

  private let console: Console
  /// nil when people read.
  private let lines: JSONLines?
  private let started = Uptime.seconds
  private let state = Mutex(State())

  private let command: String

  init(_ options: OutputOptions, command: String = "build") {
    self.command = command
    console = options.console
    lines = options.json ? JSONLines(on: console) : nil
  }

  /// Whose totals the summary will tell.
  func watch(_ transfers: Transfers, hiding volatile: VolatileParameters) {
    state.withLock { state in
      state.transfers = transfers
      state.volatile = volatile
    }
  }

  // MARK: - While it runs

  func note(_ event: BuildEvent) {
    switch event {
    case .planned(let plan):
      state.withLock { state in
        state.title = plan.title
        state.destination = plan.destination
      }
      if let lines { PlanJSON.write(plan, to: lines) } else { describe(plan) }
    case .warning(let text): console.warning(text)
    case .detail(let text): console.detail(text)
    case .waiting(let opening):
      console.note("outside of the window; transfers begin at \(opening.rfc3339)")
      lines?.write(type: "waiting", ["until": .string(opening.rfc3339)])
    case .progress(let progress): show(progress)
    case .selection(let id, let failure):
      var members: [String: JSONValue] = ["id": .string(id), "state": failure == nil ? "complete" : "failed"]
      if let failure { members["message"] = .string(failure) }
      lines?.write(type: "selection", members)
    }
  }

  func note(_ event: TransferEvent) {
    if case .cookiesNotSaved = event { return TransferEvents.tell(event, console) }
    guard console.verbosity >= .verbose, case .retry(let notice) = event else { return }
    let volatile = state.withLock { $0.volatile }
    let reason = volatile.scrubbed(notice.failure.message)
    guard let lines else {
      return console.detail("\(reason); trying again in \(ByteText.seconds(notice.wait))")
    }
    lines.write(
      type: "retry",
      [
        "url": .string(Redaction.redacted(notice.uri, volatile: volatile)), "reason": .string(reason),
        "attempt": .integer(Int64(notice.attempt)), "waitSeconds": .decimal(notice.wait.inSeconds),
      ])
  }

  private func describe(_ plan: BuildPlan) {
    let kept = plan.variants.count + plan.renditions.count + plan.trickPlay.count
    if command == "augment" { return describe(additions: plan, kept) }
    console.note(
      "packing \(plan.title) into \(plan.destination): \(kept) \(kept == 1 ? "selection" : "selections"), \(ByteText.duration(plan.duration)), "
        + "about \(ByteText.bytes(plan.estimatedBytes))")
    for variant in plan.variants { console.detail("\(variant.record.id): \(variant.reason)") }
    for rendition in plan.renditions { console.detail("\(rendition.record.id): \(rendition.reason)") }
    for playlist in plan.trickPlay { console.detail("\(playlist.record.id): \(playlist.reason)") }
  }

  private func describe(additions plan: BuildPlan, _ count: Int) {
    console.note(
      "adding \(count) \(count == 1 ? "selection" : "selections") to \(plan.destination), "
        + "about \(ByteText.bytes(plan.estimatedBytes))")
    for variant in plan.variants { console.detail("\(variant.record.id): \(variant.reason)") }
    for rendition in plan.renditions { console.detail("\(rendition.record.id): \(rendition.reason)") }
  }

  private func show(_ progress: BuildProgress) {
    state.withLock { $0.files = progress.files }
    if let lines { return lines.write(type: "progress", PlanJSON.members(progress)) }
    let title = state.withLock { $0.title }
    console.progress(
      ProgressReport(
        title: title, fraction: progress.fraction, bytes: progress.bytes,
        expectedBytes: progress.expectedBytes,
        bytesPerSecond: Double(progress.bytesPerSecond), secondsLeft: progress.secondsLeft),
      at: Uptime.duration)
  }

  // MARK: - The end

  func finish(_ ending: Ending) -> ExitCode {
    console.endProgress()
    var summary = summary()
    tell(ending, in: &summary)
    return end(summary)
  }

  private func tell(_ ending: Ending, in summary: inout Summary) {
    switch ending {
    case .planned(let plan):
      summary.bundle = nil
      if let lines { PlanJSON.write(plan, to: lines) } else { console.result(PlanText.text(plan)) }
    case .built(let outcome):
      summary.bundle = outcome.path
      if lines == nil, console.verbosity > .quiet { console.result(Self.sentence(outcome)) }
    case .added(let outcomes):
      for outcome in outcomes { tell(outcome) }
    case .both(let first, let outcomes):
      tell(first, in: &summary)
      tell(.added(outcomes), in: &summary)
    }
  }

  private func tell(_ outcome: SubtitleAddition.Outcome) {
    if let lines {
      return lines.write(type: "selection", ["id": .string(outcome.id), "state": "complete"])
    }
    guard console.verbosity > .quiet else { return }
    let size = "\(ByteText.bytes(outcome.bytes)) in \(outcome.files) files"
    console.result(outcome.wasThere ? "\(outcome.id): is there already" : "\(outcome.id): \(size)")
  }

  func fail(_ failure: Failure) -> ExitCode {
    console.endProgress()
    console.error(failure.message, hint: failure.hint)
    var summary = summary()
    summary.end(failure)
    return end(summary)
  }

  private func summary() -> Summary {
    var summary = Summary(command: command)
    summary.hasBundle = true
    summary.files = state.withLock { $0.files }
    if let totals = state.withLock({ $0.transfers })?.totals {
      summary.bytes = totals.bytes
      summary.requests = totals.requests
      summary.retries = totals.retries
    }
    return summary
  }

  private func end(_ summary: Summary) -> ExitCode {
    if let lines { summary.write(to: lines, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func sentence(_ outcome: BuildOutcome) -> String {
    let manifest = outcome.manifest
    if outcome.wasThere { return "\(outcome.path): is there already and holds all that was asked for" }
    var parts = [
      ByteText.duration(manifest.durationSeconds), ByteText.bytes(manifest.totalBytes),
      "\(manifest.totalFiles) files",
    ]
    if manifest.gaps > 0 {
      parts.append("\(manifest.gaps) \(manifest.gaps == 1 ? "gap" : "gaps") of the source's")
    }
    if outcome.reusedFiles > 0 { parts.append("\(outcome.reusedFiles) of them from an earlier run") }
    return "\(outcome.path): complete, \(parts.joined(separator: ", "))"
  }
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension ByteText {
  /// A short time: "0.3 s".
  static func seconds(_ duration: Duration) -> String {
    let tenths = Int((duration.inSeconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
