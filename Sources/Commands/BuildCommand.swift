import Addresses
import Console
import Download
import Files
import Flags
import Rights
import Selection
import Transfer

/// `hlspack build URL|FILE`
struct BuildOptions: Sendable {
  var source = ""
  var output: String?
  var folder: String?
  var title: String?
  var artwork: String?
  var metadata: [String] = []
  var expires: ExpiryValue?
  var priority: PriorityValue?
  var isDryRun = false
  var measures = false
  var sharedKeys = false
  var continues = true
  var updates = false
  var overwrites = false
  var keepsOld = false
  var identity: String?
  var volatile: [String] = []
  var selection = SelectionOptions()
  var extras = ExtrasOptions()
  var keys = KeyOptions()
  var transfer = TransferOptions()
  var schedule = ScheduleOptions()
  var signing = SigningOptions()
  var shown = OutputOptions()
}

enum BuildCommand {
  static let declaration = Command(
    name: "build", summary: "Pack a title into a bundle.", defaults: BuildOptions(),
    operands: [
      .one("URL|FILE", \.source, "The multivariant playlist, or a media playlist.", completion: .file)
    ],
    options: bundle,
    groups: [
      OptionGroup("Selection", at: \.selection, SelectionOptions.options),
      OptionGroup("Extras", at: \.extras, ExtrasOptions.options),
      OptionGroup("Keys", at: \.keys, KeyOptions.options),
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Schedule", at: \.schedule, ScheduleOptions.options),
      OptionGroup("Signature", at: \.signing, SigningOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack build https://example.com/film/master.m3u8", "The default choice, into film.movpkg."),
      Example(
        "hlspack build -o F.movpkg --video 720p --audio en,fr --subtitles fr URL",
        "A certain variant, two languages, French subtitles."),
      Example("hlspack build --dry-run https://example.com/film/master.m3u8", "Only what would be done."),
    ],
    manual: Manuals.build)

  private static let bundle: [Option<BuildOptions>] = [
    .value(
      "output", short: "o", placeholder: "PATH", completion: .folder, \.output,
      "Make the bundle at exactly PATH."),
    .value(
      "paths", short: "P", aliases: ["output-dir"], placeholder: "DIR", completion: .folder, \.folder,
      "Make the bundle in DIR, with a name of its own."),
    .value("title", placeholder: "TEXT", \.title, "Call the title TEXT."),
    .value(
      "artwork", placeholder: "FILE|URL", completion: .file, \.artwork,
      "Keep this picture as the title's artwork."),
    .repeated("metadata", placeholder: "KEY=VALUE", \.metadata, "Note KEY=VALUE in the manifest."),
    .value(
      "expires", \.expires, "Let the title expire then.",
      details: [
        """
        A date is the end of that day in local time; a time is an instant of RFC 3339; 30d, 12h, 2w count from when \
        the bundle is finished.
        """
      ]),
    .value("priority", \.priority, "What goes first when room is made; important goes last."),
    .flag("dry-run", short: "s", aliases: ["simulate"], \.isDryRun, "Print the plan and do nothing."),
    .flag(
      "measure", \.measures, "Ask servers for sizes that nothing tells, so that estimates are exact.",
      details: ["One HEAD request a segment."]),
    .flag("continue", negatable: true, \.continues, "Go on from an unfinished bundle."),
    .flag(
      "update", \.updates, "Bring the bundle that is there to what the source is now.",
      details: [
        """
        What is unchanged of its media is used again; without selection words the choice stays as it was. Without \
        --update a source that has changed, or another choice, is refused (exit 2) with what differs.
        """
      ]),
    .flag(
      "force-overwrites", aliases: ["force"], \.overwrites,
      "Build anew and take the place of the bundle that is there.",
      details: ["Only of a bundle of hlspack's own; until the new one is whole the old one stays."]),
    .flag("no-overwrites", short: "w", \.keepsOld, "Never replace what is there, which is the default."),
    .flag("shared-keys", \.sharedKeys, "Make key files readable by other users."),
    .value("identity", placeholder: "TEXT", \.identity, "Know the title by TEXT, not by its address."),
    .repeated(
      "volatile-param", placeholder: "NAME", \.volatile,
      "Treat query parameter NAME as a token: neither kept nor part of the identity."),
  ]

  static func run(_ options: BuildOptions, _ context: Context) async -> ExitCode {
    let reporter = BuildReporter(options.shown)
    let (result, isOver) = await options.schedule.limited { () -> Result<BuildReporter.Ending, Failure> in
      do throws(Failure) {
        return .success(try await build(options, context, reporter))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let outcome): return reporter.finish(outcome)
    case .failure(let failure): return reporter.fail(stopped(failure, context, isOver: isOver))
    }
  }

  private static func build(
    _ options: BuildOptions, _ context: Context, _ reporter: BuildReporter
  ) async throws(Failure) -> BuildReporter.Ending {
    try options.schedule.yieldPriority()
    var request = try request(options)
    request.keys = try options.keys.wishes(context.environment)
    options.schedule.apply(to: &request, environment: context.environment.all())
    let settings = try options.transfer.settings(context)
    request.passPause = settings.backOff.cap
    request.idlePassLimit = min(2, settings.retries)
    let transfers = Transfers(settings: settings) { reporter.note($0) }
    reporter.watch(transfers, hiding: secrets(of: request))
    defer { transfers.close() }
    do throws(DownloadError) {
      let builder = try Builder(request, transfers: transfers, surroundings: context.surroundings) {
        reporter.note($0)
      }
      if options.updates, let done = try await builder.update(isDry: options.isDryRun) {
        if let plan = done.plan { return .planned(plan) }
        if let outcome = done.outcome { return .built(outcome) }
      }
      let plan = try await builder.plan()
      if options.isDryRun { return .planned(plan) }
      return .built(try await builder.run(plan))
    } catch {
      throw Failure(error)
    }
  }

  /// What is known to be a credential before anything is fetched.
  private static func secrets(of request: BuildRequest) -> VolatileParameters {
    guard case .remote(let uri) = request.source else { return request.volatile }
    return request.volatile.knowing(valuesOf: uri)
  }

  /// A stop by signal has its own code, whatever it made fail.
  static func stopped(_ failure: Failure, _ context: Context, isOver: Bool) -> Failure {
    let hint = "run the same command again to go on"
    if let code = context.stop.exitCode { return Failure(code, "stopped", hint: hint) }
    guard isOver else { return failure }
    return Failure(.unavailable, "the time that --max-time allows has ended", hint: hint)
  }

  /// What was typed, checked for form.
  static func request(_ options: BuildOptions) throws(Failure) -> BuildRequest {
    if options.output != nil, options.folder != nil {
      throw Failure(
        .usage, "build: --output and --paths exclude each other", hint: "-o is the whole path already")
    }
    if options.overwrites, options.updates || options.keepsOld {
      throw Failure(
        .usage,
        "build: --force-overwrites and --\(options.updates ? "update" : "no-overwrites") exclude each other")
    }
    var request = BuildRequest(source: try SourceArgument.source(options.source, of: "build"))
    let recipe = try RecipeFile.read(options.selection.recipe)
    request.words = options.selection.words(recipe)
    request.extras = options.extras.extras
    request.output = options.output.map(FilePath.withoutTrailingSlashes)
    request.folder = options.folder ?? "."
    request.title = options.title ?? recipe.title
    if let artwork = options.artwork ?? recipe.artwork {
      request.artwork = try SourceArgument.source(artwork, of: "--artwork")
    }
    request.metadata = recipe.metadata.merging(try metadata(options.metadata, of: "--metadata")) { $1 }
    try setPolicy(of: &request, options, recipe)
    request.identity = options.identity
    request.volatile = VolatileParameters(adding: options.volatile)
    request.connections = options.transfer.connections
    request.base = try options.transfer.network.base()
    request.segmentLimit = options.transfer.segmentLimit?.bytes ?? request.segmentLimit
    request.measures = options.measures
    request.sharedKeys = options.sharedKeys
    request.startsAnew = !options.continues
    request.overwrites = options.overwrites
    request.signingKey = try options.signing.key()
    return request
  }

  private static func setPolicy(
    of request: inout BuildRequest, _ options: BuildOptions, _ recipe: Recipe
  ) throws(Failure) {
    var expiry = options.expires
    if expiry == nil, let text = recipe.expires {
      do {
        expiry = try ExpiryValue(flagText: text)
      } catch {
        throw Failure(.usage, "the recipe's policy.expires \(error.reason)", hint: error.hint)
      }
    }
    switch expiry {
    case .at(let instant): request.policy.expiresAt = instant
    case .after(let seconds): request.expiresAfter = seconds
    case nil: break
    }
    let isImportant = options.priority.map { $0 == .important } ?? (recipe.priority == .important)
    request.policy.priority = isImportant ? .important : .default
  }

  static func metadata(_ pairs: [String], of option: String) throws(Failure) -> [String: String] {
    var metadata: [String: String] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        throw Failure(.usage, "\(option): not KEY=VALUE")
      }
      metadata[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return metadata
  }
}
