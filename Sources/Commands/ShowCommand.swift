import BundleStore
import Console
import Download
import Files
import Flags
import JSON
import Playlist
import Selection
import Transfer

/// `hlspack show URL|BUNDLE|FILE`
struct ShowOptions: Sendable {
  var subject = ""
  var segments = false
  var measures = false
  var selection = SelectionOptions()
  var extras = ExtrasOptions()
  var transfer = TransferOptions()
  var shown = OutputOptions()

  var isPlanAsked: Bool { selection.isGiven || extras.extras != Extras() }
}

enum ShowCommand {
  static let declaration = Command(
    name: "show", summary: "Tell what a source or a bundle holds.", defaults: ShowOptions(),
    operands: [.one("URL|BUNDLE|FILE", \.subject, "A playlist or a bundle.", completion: .file)],
    options: [
      .flag(
        "segments", \.segments, "Print a media playlist as parsed, segment by segment.",
        details: ["With --json every segment has all that applies to it: keys, map, byte range, dates."]),
      .flag(
        "measure", \.measures, "Ask servers for sizes that nothing tells, so that estimates are exact.",
        details: ["With words of selection only; one HEAD request a segment."]),
    ],
    groups: [
      OptionGroup("Selection", at: \.selection, SelectionOptions.options),
      OptionGroup("Extras", at: \.extras, ExtrasOptions.options),
      OptionGroup("Transfers", at: \.transfer, TransferOptions.options),
      OptionGroup("Network", at: \.transfer.network, NetworkOptions.options),
      OptionGroup("Pace", at: \.transfer.pace, PaceOptions.options),
      OptionGroup("Output", at: \.shown, OutputOptions.options),
    ],
    examples: [
      Example("hlspack show https://example.com/film/master.m3u8", "Variants and renditions of a title."),
      Example(
        "hlspack show --video 720p --audio en https://example.com/film/master.m3u8",
        "What these words would choose, and how many bytes."),
      Example("hlspack show Film.movpkg", "What can be played offline."),
      Example("hlspack show --segments --json video.m3u8", "A media playlist as parsed."),
    ],
    manual: Manuals.show)

  static func run(_ options: ShowOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    var summary = Summary(command: "show")
    do throws(Failure) {
      try await show(options, context, console, lines, &summary)
    } catch {
      let failure = context.stop.exitCode.map { Failure($0, "stopped") } ?? error
      console.error(failure.message, hint: failure.hint)
      summary.end(failure)
    }
    if let lines { summary.write(to: lines, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func show(
    _ options: ShowOptions, _ context: Context, _ console: Console, _ lines: JSONLines?,
    _ summary: inout Summary
  ) async throws(Failure) {
    let subject = try SourceArgument.resolved(options.subject, of: "show")
    if !SourceArgument.isAddress(subject), isFolder(subject) {
      return try ShowBundle.show(subject, context, console, lines, &summary)
    }
    let settings = try options.transfer.settings(context)
    let transfers = Transfers(settings: settings) { event in
      TransferEvents.tell(event, console)
    }
    defer {
      summary.requests = transfers.totals.requests
      summary.retries = transfers.totals.retries
      summary.bytes = transfers.totals.bytes
      transfers.close()
    }
    var request = BuildRequest(source: try SourceArgument.source(subject, of: "show"))
    let words = options.selection.words(try RecipeFile.read(options.selection.recipe))
    request.words = words
    request.extras = options.extras.extras
    request.connections = options.transfer.connections
    request.base = try options.transfer.network.base()
    request.measures = options.measures
    do throws(DownloadError) {
      let builder = try Builder(request, transfers: transfers, surroundings: context.surroundings) { event in
        if case .warning(let text) = event { console.warning(text) }
      }
      let source = try await builder.inspect()
      let wantsPlan = options.isPlanAsked && SourceArgument.isAddress(subject)
      let plan = wantsPlan ? try await builder.plan(of: source) : nil
      try print(source, plan, options, words, console, lines)
    } catch {
      throw Failure(error)
    }
  }

  private static func print(
    _ source: InspectedSource, _ plan: BuildPlan?, _ options: ShowOptions, _ words: SelectionWords,
    _ console: Console,
    _ lines: JSONLines?
  ) throws(DownloadError) {
    switch source.shown {
    case .media(let playlist):
      if lines != nil {
        MediaPlaylistJSON.write(playlist, withSegments: options.segments, to: console)
      } else {
        MediaPlaylistText.write(playlist, withSegments: options.segments, to: console)
      }
    case .multivariant(let playlist):
      guard let map = source.map else { return }
      if lines != nil {
        MultivariantJSON.write(playlist, map: map, to: JSONLines(on: console))
      } else if plan == nil {
        MultivariantText.write(playlist, map: map, to: console)
      }
      try ChoicePrinter(console: console, lines: lines).print(plan, words, playlist, map)
    }
  }

  /// A folder is a bundle, or should be one.
  private static func isFolder(_ path: String) -> Bool {
    // What cannot be looked at is told when it is opened as a file.
    guard let status = try? FileStatus.of(path) else { return false }
    return status.kind == .folder
  }
}

/// Prints what the words choose.
struct ChoicePrinter {
  let console: Console
  let lines: JSONLines?

  /// - Parameter plan: with bytes and durations; nil for a file, of which no media playlist is read.
  func print(
    _ plan: BuildPlan?, _ words: SelectionWords, _ playlist: MultivariantPlaylist, _ map: TitleMap
  ) throws(DownloadError) {
    guard plan != nil || !words.isEmpty else { return }
    if let plan {
      if let lines { return PlanJSON.write(plan, to: lines) }
      return console.result(PlanText.text(plan, width: console.output.width))
    }
    let choice: Choice
    do { choice = try choose(words, from: playlist) } catch { throw DownloadError(error) }
    if let lines { return lines.write(type: "plan", members(choice, map)) }
    for warning in choice.warnings { console.warning(warning) }
    let rows = ChoiceRows.all(of: playlist, choice) { _, _ in nil }
    console.result(
      "\nwould be packed (*):\n" + rows.table.lines(width: console.output.width).joined(separator: "\n"))
  }

  private func members(_ choice: Choice, _ map: TitleMap) -> [String: JSONValue] {
    let variants: [JSONValue] = choice.variants.map { chosen in
      var members = VariantRecord(chosen.variant, id: map.variantIDs[chosen.index]).json.members ?? [:]
      members["role"] = .string(chosen.role.rawValue)
      members["reason"] = .string(chosen.reason)
      return .object(members)
    }
    let renditions: [JSONValue] = choice.renditions.map { chosen in
      var members = RenditionRecord(chosen.rendition, id: map.renditionIDs[chosen.index]).json.members ?? [:]
      members["reason"] = .string(chosen.reason)
      return .object(members)
    }
    return [
      "variants": .array(variants), "renditions": .array(renditions),
      "warnings": .array(choice.warnings.map { .string($0) }),
    ]
  }
}
