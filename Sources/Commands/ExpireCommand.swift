import BundleStore
import Console
import Download
import Files
import Flags
import JSON
import Rights
import Upkeep

/// `hlspack expire PATH…`
struct ExpireOptions: Sendable {
  var paths: [String] = []
  var isDry = false
  var set: ExpiryValue?
  var clears = false
  var purges = false
  var trustsClock = false
  var keys = InvalidationOptions()
  var transfer = TransferOptions()
  var shown = OutputOptions()

  var deed: Expiry.Deed {
    if clears { return .clear }
    switch set {
    case .at(let instant): return .set(instant)
    case .after(let seconds): return .setAfter(seconds)
    case nil: return .apply
    }
  }
}

enum ExpireCommand {
  static let declaration = Command(
    name: "expire", summary: "Delete what has expired, or say when it does.", defaults: ExpireOptions(),
    operands: [
      .many("PATH", \.paths, "A bundle, or a folder with bundles anywhere beneath.", completion: .folder)
    ],
    options: [
      .flag(
        "dry-run", short: "s", aliases: ["simulate"], \.isDry, "Show what would be done, and do nothing."),
      .value(
        "set", \.set, "Only say when the titles expire.",
        details: [
          """
          As for build --expires: a date is the end of that day in local time, a time an instant of RFC 3339; 30d, \
          12h, 2w count from now. What has expired already by that is deleted by the next expire.
          """
        ]),
      .flag("clear", \.clears, "Only say that the titles never expire."),
      .flag("purge", \.purges, "Take the tombstones of deleted titles away too."),
      .flag(
        "trust-clock", \.trustsClock, "Believe the clock.",
        details: [
          """
          Without it nothing is deleted when the clock is not kept right by anything (NTP) and is over 30 days past \
          the newest time that the bundles know, or, however it is kept, over ten years.
          """
        ]),
    ],
    groups: [
      OptionGroup("Keys", at: \.keys, InvalidationOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack expire /srv/films", "From cron: delete what has expired, keep tombstones."),
      Example("hlspack expire --set 2027-01-31 Film.movpkg", "Say when it expires."),
      Example(
        "hlspack expire --invalidate-keys --receipt-key key.pem Film.movpkg",
        "Give the keys back, with a proof."),
    ],
    manual: Manuals.expire)

  static func run(_ options: ExpireOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    var summary = Summary(command: "expire")
    do throws(Failure) {
      try checkWords(options)
      if options.keys.isWanted {
        try await Invalidation(options, context, console, lines).run(&summary)
      } else {
        try await ExpireRun(options, context, console, lines).run(&summary)
      }
    } catch {
      console.error(error.message, hint: error.hint)
      summary.end(error)
    }
    lines.map { summary.write(to: $0, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func checkWords(_ options: ExpireOptions) throws(Failure) {
    let changes = options.set != nil || options.clears
    if options.set != nil, options.clears {
      throw Failure(.usage, "expire: --set and --clear contradict each other")
    }
    if changes, options.purges {
      throw Failure(.usage, "expire: --set and --clear delete nothing, and --purge does")
    }
    let invalidates = options.keys.isWanted
    if invalidates, changes || options.purges {
      throw Failure(.usage, "expire: --invalidate-keys stands alone")
    }
    if !invalidates, let word = options.keys.loneWord {
      throw Failure(.usage, "expire: \(word) is for --invalidate-keys")
    }
    if invalidates, options.paths.count != 1 {
      throw Failure(.usage, "expire: --invalidate-keys takes one bundle")
    }
  }
}

/// One run over all paths.
struct ExpireRun {
  private let options: ExpireOptions
  private let context: Context
  private let console: Console
  private let lines: JSONLines?
  private let clock: ClockReading
  private var results: [(path: String, code: ExitCode, message: String?)] = []
  private var hasSaidClock = false

  init(_ options: ExpireOptions, _ context: Context, _ console: Console, _ lines: JSONLines?) {
    self.options = options
    self.context = context
    self.console = console
    self.lines = lines
    clock = context.clock(isTrusted: options.trustsClock)
  }

  func run(_ summary: inout Summary) async throws(Failure) {
    var copy = self
    await copy.all()
    if let code = context.stop.exitCode { throw Failure(code, "stopped; what was begun is whole") }
    let results = copy.results
    if options.paths.count == 1, results.count == 1, results[0].path == options.paths[0] {
      summary.hasBundle = true
      summary.bundle = results[0].path
    } else {
      summary.bundles = results
    }
    let worst = ExitCode.worst(results.map(\.code))
    guard worst != .done else { return }
    summary.end(worst, message: results.first { $0.code == worst }?.message)
  }

  private mutating func all() async {
    for path in options.paths {
      guard context.stop.exitCode == nil else { return }
      if Library.isBundle(path) {
        await work(on: path, TimeEvidence())
        continue
      }
      do throws(BundleError) {
        let library = try await Library.find(at: path)
        let evidence = await library.evidence(notAfter: clock.now)
        for spent in library.spent where !options.isDry { library.discard(spent) }
        for bundle in library.bundles where context.stop.exitCode == nil { await work(on: bundle, evidence) }
        for error in library.unreadable {
          let failure = Failure(error)
          end(error.place, failure)
        }
        for closed in library.closed {
          console.warning("\(closed): cannot be looked into; it is passed over")
        }
        if library.bundles.isEmpty { console.detail("\(path): no bundles") }
      } catch {
        end(path, Failure(error))
      }
    }
  }

  private mutating func work(on path: String, _ evidence: TimeEvidence) async {
    let expiry = Expiry(
      options.deed, purges: options.purges, isDry: options.isDry, clock: clock, surroundings: evidence,
      program: context.surroundings.program)
    do throws(BundleError) {
      tell(try await expiry.run(at: path), of: path)
    } catch {
      end(path, Failure(error))
    }
  }

  // MARK: - What people and scripts read

  private mutating func end(_ path: String, _ failure: Failure) {
    console.error(failure.message, hint: failure.hint)
    results.append((path, failure.code, failure.message))
  }

  private mutating func tell(_ outcome: Expiry.Outcome, of path: String) {
    let would = options.isDry ? "would be " : ""
    switch outcome {
    case .kept: say("\(path): nothing to do", isDetail: true)
    case .buried(let instant): say("\(path): was deleted \(instant.rfc3339)", isDetail: true)
    case .purged: say("\(path): tombstone \(would)taken away")
    case .changed(let policy):
      let text = policy.expiresAt.map { "expires \(Instant(seconds: $0).rfc3339)" } ?? "never expires"
      say("\(path): \(options.isDry ? "would say that it \(text)" : text)")
    case .deleted(let bytes, let files, let left):
      lines?.write(
        type: "removed", ["path": .string(path), "bytes": .integer(bytes), "reason": .string("expire")])
      say("\(path): has expired, \(ByteText.bytes(bytes)) in \(files) files \(would)deleted")
      if let name = left.first {
        let failure = Failure(
          .damaged, "\(path): \(left.count) files that its manifest does not name stay, such as \(name)",
          hint: "delete them by hand")
        return end(path, failure)
      }
    case .doubted(let expiresAt, let evidence):
      return end(path, Self.doubt(path, expiresAt, evidence))
    }
    results.append((path, .done, nil))
  }

  private static func doubt(_ path: String, _ expiresAt: Int64, _ evidence: Int64?) -> Failure {
    let newest = evidence.map { "is far past \(Instant(seconds: $0).rfc3339), the newest time known" }
    return Failure(
      .expired,
      "\(path): has expired \(Instant(seconds: expiresAt).rfc3339) by a clock that "
        + "\(newest ?? "nothing keeps right"); nothing is deleted",
      hint: "--trust-clock believes it")
  }

  private func say(_ text: String, isDetail: Bool = false) {
    guard lines == nil else { return }
    if isDetail { console.detail(text) } else if console.verbosity > .quiet { console.result(text) }
  }
}
