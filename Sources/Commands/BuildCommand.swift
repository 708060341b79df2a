import Addresses
import Console
import Download
import Files
import Flags
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
  var isDryRun = false
  var sharedKeys = false
  var continues = true
  var identity: String?
  var volatile: [String] = []
  var selection = SelectionOptions()
  var transfer = TransferOptions()
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
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
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
    .flag("dry-run", short: "s", aliases: ["simulate"], \.isDryRun, "Print the plan and do nothing."),
    .flag("continue", negatable: true, \.continues, "Go on from an unfinished bundle."),
    .flag("shared-keys", \.sharedKeys, "Make key files readable by other users."),
    .value("identity", placeholder: "TEXT", \.identity, "Know the title by TEXT, not by its address."),
    .repeated(
      "volatile-param", placeholder: "NAME", \.volatile,
      "Treat query parameter NAME as a token: neither kept nor part of the identity."),
  ]

  static func run(_ options: BuildOptions, _ context: Context) async -> ExitCode {
    let reporter = BuildReporter(options.shown)
    do {
      let outcome = try await build(options, context, reporter)
      return reporter.finish(outcome)
    } catch {
      return reporter.fail(stopped(error, context))
    }
  }

  private static func build(
    _ options: BuildOptions, _ context: Context, _ reporter: BuildReporter
  ) async throws(Failure) -> BuildReporter.Ending {
    let request = try request(options)
    let settings = try options.transfer.settings(cores: context.cores)
    let transfers = Transfers(settings: settings) { reporter.note($0) }
    reporter.watch(transfers, hiding: secrets(of: request))
    defer { transfers.close() }
    do throws(DownloadError) {
      let builder = try Builder(request, transfers: transfers, surroundings: context.surroundings) {
        reporter.note($0)
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
  private static func stopped(_ failure: Failure, _ context: Context) -> Failure {
    guard let code = context.stop.exitCode else { return failure }
    return Failure(code, "stopped", hint: "run the same command again to go on")
  }

  /// What was typed, checked for form.
  static func request(_ options: BuildOptions) throws(Failure) -> BuildRequest {
    if options.output != nil, options.folder != nil {
      throw Failure(
        .usage, "build: --output and --paths exclude each other", hint: "-o is the whole path already")
    }
    var request = BuildRequest(source: try SourceArgument.source(options.source, of: "build"))
    request.words = options.selection.words
    request.output = options.output.map(FilePath.withoutTrailingSlashes)
    request.folder = options.folder ?? "."
    request.title = options.title
    if let artwork = options.artwork { request.artwork = try SourceArgument.source(artwork, of: "--artwork") }
    request.metadata = try metadata(options.metadata)
    request.identity = options.identity
    request.volatile = VolatileParameters(adding: options.volatile)
    request.connections = options.transfer.connections
    request.sharedKeys = options.sharedKeys
    request.startsAnew = !options.continues
    return request
  }

  private static func metadata(_ pairs: [String]) throws(Failure) -> [String: String] {
    var metadata: [String: String] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
        throw Failure(.usage, "--metadata: not KEY=VALUE")
      }
      metadata[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    return metadata
  }
}
