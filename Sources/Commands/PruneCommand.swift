import BundleStore
import Console
import Download
import Files
import Flags
import JSON
import Rights
import Upkeep

/// `hlspack prune DIR --free SIZE`
struct PruneOptions: Sendable {
  var folder = ""
  var free: ByteCountValue?
  var unfinished: AgeValue?
  var doesItsBest = false
  var isDry = false
  var trustsClock = false
  var shown = OutputOptions()
}

enum PruneCommand {
  static let declaration = Command(
    name: "prune", summary: "Make room by deleting titles.", defaults: PruneOptions(),
    operands: [.one("DIR", \.folder, "A folder with bundles anywhere beneath.", completion: .folder)],
    options: [
      .value(
        "free", \.free, "Delete titles until SIZE is free on DIR's file system.",
        details: [
          """
          What has expired goes first, then titles of priority default, then important; within each the one that was \
          packed first. Where that cannot free enough, nothing is deleted and the code is 11.
          """
        ]),
      .value(
        "unfinished", \.unfinished, "Delete unfinished bundles that nothing was added to for AGE.",
        details: ["12h, 7d, 2w. They go before any title."]),
      .flag("best-effort", \.doesItsBest, "Delete what may go even if that does not free enough."),
      .flag("dry-run", short: "s", aliases: ["simulate"], \.isDry, "Print the plan, and delete nothing."),
      .flag(
        "trust-clock", \.trustsClock, "Believe the clock.",
        details: [
          "See hlspack-expire(1). Without it a title that only a doubtful clock calls expired is not."
        ]),
    ],
    groups: [OptionGroup("Output", at: \.shown, OutputOptions.options)],
    examples: [
      Example("hlspack prune --free 20G /srv/films", "Before a large title comes."),
      Example("hlspack prune --unfinished 7d /srv/films", "What nobody has gone on with for a week."),
      Example("hlspack prune --dry-run --free 20G /srv/films", "What would go, in order."),
    ],
    manual: Manuals.prune)

  static func run(_ options: PruneOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    var summary = Summary(command: "prune")
    do throws(Failure) {
      guard options.free != nil || options.unfinished != nil else {
        throw Failure(
          .usage, "prune: nothing says what should go", hint: "give --free SIZE, --unfinished AGE, or both")
      }
      try await PruneRun(options, context, console, lines).run(&summary)
    } catch {
      console.error(error.message, hint: error.hint)
      summary.end(error)
    }
    lines.map { summary.write(to: $0, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }
}

/// One run.
struct PruneRun {
  private let options: PruneOptions
  private let context: Context
  private let console: Console
  private let lines: JSONLines?
  private let pruning: Pruning

  init(_ options: PruneOptions, _ context: Context, _ console: Console, _ lines: JSONLines?) {
    self.options = options
    self.context = context
    self.console = console
    self.lines = lines
    pruning = Pruning(
      options.folder, free: options.free?.bytes, unfinishedAge: options.unfinished?.seconds,
      clock: context.clock(isTrusted: options.trustsClock), program: context.surroundings.program)
  }

  func run(_ summary: inout Summary) async throws(Failure) {
    let plan: PrunePlan
    do throws(BundleError) {
      plan = try await pruning.plan()
    } catch {
      throw Failure(error)
    }
    for warning in plan.warnings { console.warning(warning) }
    show(plan)
    guard plan.suffices || options.doesItsBest else { throw Self.shortfall(plan) }
    guard !options.isDry else {
      for item in plan.items { tell(item) }
      guard plan.suffices else { throw Self.shortfall(plan) }
      return
    }
    let freed = try await carryOut(plan)
    if lines == nil, !plan.items.isEmpty, console.verbosity > .quiet {
      console.result("\(plan.path): \(ByteText.bytes(freed)) freed")
    }
    try checkReached(plan)
  }

  /// - Returns: bytes that went.
  private func carryOut(_ plan: PrunePlan) async throws(Failure) -> Int64 {
    var freed: Int64 = 0
    for item in plan.items {
      if let code = context.stop.exitCode { throw Failure(code, "stopped; what was begun is done") }
      // Room may come from elsewhere too.
      if item.reason != .unfinished, try isReached(plan) { break }
      do throws(BundleError) {
        try await pruning.remove(item)
      } catch {
        guard error.kind == .inUse else { throw Failure(error) }
        console.warning("\(error.description); it is passed over")
        continue
      }
      let (sum, overflow) = freed.addingReportingOverflow(item.bytes)
      freed = overflow ? .max : sum
      tell(item)
    }
    return freed
  }

  private func checkReached(_ plan: PrunePlan) throws(Failure) {
    guard try !isReached(plan) else { return }
    throw Failure(
      .disk,
      "\(plan.path): \(Self.text(try free())) are free now, \(Self.text(plan.wanted ?? 0)) were asked for",
      hint: plan.suffices ? "run it again: others took room, or files were shared" : nil)
  }

  private func isReached(_ plan: PrunePlan) throws(Failure) -> Bool {
    guard let wanted = plan.wanted else { return true }
    return try free() >= wanted
  }

  private func free() throws(Failure) -> Int64 {
    do throws(BundleError) { return try pruning.freeBytes() } catch { throw Failure(error) }
  }

  private static func shortfall(_ plan: PrunePlan) -> Failure {
    Failure(
      .disk,
      "\(plan.path): \(text(plan.free)) are free, and all that may go has \(text(plan.bytes)); "
        + "\(text(plan.wanted ?? 0)) were asked for, nothing is deleted",
      hint: "--best-effort deletes it all the same")
  }

  // MARK: - What people and scripts read

  private func show(_ plan: PrunePlan) {
    guard lines == nil, console.verbosity > .quiet else { return }
    guard !plan.items.isEmpty else { return console.result("\(plan.path): nothing has to go") }
    for item in plan.items {
      console.result("\(item.path): \(ByteText.bytes(item.bytes)), \(Self.reason(item.reason))")
    }
  }

  private func tell(_ item: PrunePlan.Item) {
    lines?.write(
      type: "removed",
      ["path": .string(item.path), "bytes": .integer(item.bytes), "reason": .string("prune")])
  }

  private static func reason(_ reason: PrunePlan.Item.Reason) -> String {
    switch reason {
    case .unfinished: "unfinished"
    case .expired: "has expired"
    case .default, .important: "priority \(reason.rawValue)"
    }
  }

  private static func text(_ bytes: Int64) -> String { ByteText.bytes(bytes) }
}
