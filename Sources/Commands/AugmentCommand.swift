import Addresses
import BundleStore
import Download
import Files
import Flags
import Media
import Selection
import Transfer
import Upkeep

/// `hlspack augment BUNDLE`
struct AugmentOptions: Sendable {
  var bundle = ""
  var audio: String?
  var subtitles: String?
  var variants: [String] = []
  var subtitleFiles: [String] = []
  var title: String?
  var artwork: String?
  var metadata: [String] = []
  var source: String?
  var isDryRun = false
  var continues = true
  var volatile: [String] = []
  var keys = KeyOptions()
  var transfer = TransferOptions()
  var schedule = ScheduleOptions()
  var signing = SigningOptions()
  var shown = OutputOptions()
}

enum AugmentCommand {
  static let declaration = Command(
    name: "augment", summary: "Add renditions, variants and words to a bundle.", defaults: AugmentOptions(),
    operands: [.one("BUNDLE", \.bundle, "The bundle.", completion: .folder)],
    options: additions,
    groups: [
      OptionGroup("Keys", at: \.keys, KeyOptions.renewing),
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Schedule", at: \.schedule, ScheduleOptions.options),
      OptionGroup("Signature", at: \.signing, SigningOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack augment --add-subtitles fr Film.movpkg", "One more language."),
      Example(
        "hlspack augment --add-audio de --source @URL.txt Film.movpkg",
        "The token of the first time has ended: the address with a new one is in a file."),
      Example("hlspack augment --set-title 'The Film' Film.movpkg", "Another title, without a network."),
    ],
    manual: Manuals.augment)

  private static let additions: [Option<AugmentOptions>] = [
    .value(
      "add-audio", placeholder: "LIST", \.audio, "Add audio renditions.", details: ["LIST is as for build."]),
    .value(
      "add-subtitles", placeholder: "LIST", \.subtitles, "Add subtitle renditions.",
      details: ["LIST is as for build."]),
    .repeated(
      "add-variant", placeholder: "RULE", \.variants,
      "Add the variant by RULE, with the sound and subtitles of the bundle.",
      details: ["RULE is as for build."]),
    .repeated(
      "add-subtitle-file", placeholder: "LANG=FILE|URL", completion: .file, \.subtitleFiles,
      "Add subtitles from a file of yours: WebVTT or SubRip.",
      details: [
        """
        LANG is a tag of BCP 47, with :sdh or :forced where the subtitles are that: en:sdh=film.srt. The file may be \
        in UTF-8, UTF-16 or Windows-1252, which is told. Its times count from the start of the title; it is split \
        where the title has discontinuities, and mapped to the times of its picture. Of an X-TIMESTAMP-MAP in it \
        only LOCAL counts, as the title's start.
        """
      ]),
    .value("set-title", placeholder: "TEXT", \.title, "Call the title TEXT."),
    .value(
      "set-artwork", placeholder: "FILE|URL", completion: .file, \.artwork,
      "Keep this picture as the title's artwork, in place of any other."),
    .repeated(
      "set", placeholder: "KEY=VALUE", \.metadata, "Note KEY=VALUE in the manifest; KEY= takes KEY out."),
    .value(
      "source", placeholder: "URL|FILE", completion: .file, \.source,
      "Ask this address, where the title has moved or the token has ended.",
      details: [
        """
        It must be the same title: its playlists must have the durations, discontinuities and byte ranges that the \
        bundle has. The manifest remembers it, without credentials.
        """
      ]),
    .flag("dry-run", short: "s", aliases: ["simulate"], \.isDryRun, "Print what would be fetched, and stop."),
    .flag("continue", negatable: true, \.continues, "Go on from an unfinished run."),
    .repeated(
      "volatile-param", placeholder: "NAME", \.volatile,
      "Treat query parameter NAME as a token: neither kept nor part of the identity."),
  ]

  static func run(_ options: AugmentOptions, _ context: Context) async -> ExitCode {
    let reporter = BuildReporter(options.shown, command: "augment")
    let (result, isOver) = await options.schedule.limited { () -> Result<BuildReporter.Ending, Failure> in
      do throws(Failure) {
        return .success(try await augment(options, context, reporter))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let ending): return reporter.finish(ending)
    case .failure(let failure):
      return reporter.fail(BuildCommand.stopped(failure, context, isOver: isOver))
    }
  }

  private static func augment(
    _ options: AugmentOptions, _ context: Context, _ reporter: BuildReporter
  ) async throws(Failure) -> BuildReporter.Ending {
    try options.schedule.yieldPriority()
    var request = try request(options)
    let settings = try options.transfer.settings(context)
    let (schedule, environment) = (options.schedule, context.environment.all())
    let base = try options.transfer.network.base()
    let signer = request.signingKey
    let keys = try options.keys.wishes(context.environment)
    request.configure = { build in
      (build.keys.given, build.keys.command, build.keys.expiry) = (keys.given, keys.command, keys.expiry)
      schedule.apply(to: &build, environment: environment)
      build.volatile = VolatileParameters(adding: options.volatile)
      build.connections = options.transfer.connections
      build.base = base
      build.segmentLimit = options.transfer.segmentLimit?.bytes ?? build.segmentLimit
      build.passPause = settings.backOff.cap
      build.idlePassLimit = min(2, settings.retries)
      build.startsAnew = !options.continues
      build.signingKey = signer
    }
    let transfers = Transfers(settings: settings) { reporter.note($0) }
    reporter.watch(transfers, hiding: secrets(of: request))
    defer { transfers.close() }
    let augmenter = Augmenter(request, transfers: transfers, surroundings: context.surroundings) {
      reporter.note($0)
    }
    let files = try await subtitles(options, augmenter)
    guard !request.isEmpty else { return .added(try await add(files, request, context, reporter)) }
    let ending = try await ending(of: augmenter)
    return files.isEmpty ? ending : .both(ending, try await add(files, request, context, reporter))
  }

  private static func ending(of augmenter: Augmenter) async throws(Failure) -> BuildReporter.Ending {
    do throws(DownloadError) {
      switch try await augmenter.run() {
      case .planned(let plan): return .planned(plan)
      case .done(let outcome): return .built(outcome)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// The subtitles of files, before anything is changed.
  private static func subtitles(
    _ options: AugmentOptions, _ augmenter: Augmenter
  ) async throws(Failure) -> [SubtitleAddition] {
    var all: [SubtitleAddition] = []
    for text in options.subtitleFiles {
      let argument = try SubtitleFileArgument(text)
      let fetched: (bytes: [UInt8], name: String)
      do throws(DownloadError) {
        fetched = try await augmenter.file(argument.source, limit: Int64(SubtitleText.byteLimit))
      } catch {
        throw Failure(error)
      }
      do throws(MediaError) {
        all.append(
          SubtitleAddition(
            try SubtitleFile(fetched.bytes), language: argument.language, kind: argument.kind,
            origin: fetched.name))
      } catch {
        throw Failure(.wrongSource, "\(fetched.name): \(error.place): \(error.reason)")
      }
    }
    return all
  }

  private static func add(
    _ files: [SubtitleAddition], _ request: AugmentRequest, _ context: Context, _ reporter: BuildReporter
  ) async throws(Failure) -> [SubtitleAddition.Outcome] {
    var outcomes: [SubtitleAddition.Outcome] = []
    for file in files {
      guard context.stop.exitCode == nil else {
        throw Failure(context.stop.exitCode ?? .interrupted, "stopped before \(file.origin) was added")
      }
      do throws(BundleError) {
        var file = file
        file.signer = request.signingKey
        let outcome = try await file.run(
          at: request.path, isDry: request.isDry, instant: context.surroundings.now(),
          program: context.surroundings.program)
        for warning in outcome.warnings { reporter.note(.warning(warning)) }
        outcomes.append(outcome)
      } catch {
        throw Failure(error)
      }
    }
    return outcomes
  }

  /// What is known to be a credential before anything is fetched.
  private static func secrets(of request: AugmentRequest) -> VolatileParameters {
    guard case .remote(let uri)? = request.source else { return VolatileParameters() }
    return VolatileParameters().knowing(valuesOf: uri)
  }

  /// What was typed, checked for form.
  private static func request(_ options: AugmentOptions) throws(Failure) -> AugmentRequest {
    var request = AugmentRequest(path: FilePath.withoutTrailingSlashes(options.bundle))
    request.added = SelectionWords(
      video: options.variants, audio: options.audio.map { [$0] }, subtitles: options.subtitles.map { [$0] })
    request.title = options.title
    if let artwork = options.artwork {
      request.artwork = try SourceArgument.source(artwork, of: "--set-artwork")
    }
    for (key, value) in try BuildCommand.metadata(options.metadata, of: "--set") {
      request.metadata.updateValue(value.isEmpty ? nil : value, forKey: key)
    }
    if let source = options.source { request.source = try SourceArgument.source(source, of: "--source") }
    request.isDry = options.isDryRun
    request.signingKey = try options.signing.key()
    request.waits = options.schedule.waits
    request.renewsKeys = options.keys.renews
    guard !request.isEmpty || !options.subtitleFiles.isEmpty else {
      throw Failure(
        .usage, "augment: nothing is named that should be added or set",
        hint: "--add-audio LIST, --add-subtitles LIST, --add-variant RULE, --set-title TEXT and their like")
    }
    return request
  }
}
