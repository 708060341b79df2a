import BundleStore
import Console
import Download
import Flags
import JSON
import Upkeep

/// `hlspack remove BUNDLE --audio LIST --subtitles LIST --video RULE`
struct RemoveOptions: Sendable {
  var bundle = ""
  var video: [String] = []
  var audio: String?
  var subtitles: String?
  var lastVideo = false
  var isDry = false
  var waits = false
  var shown = OutputOptions()

  var words: RemovalWords {
    RemovalWords(
      video: video, audio: audio.map { [$0] }, subtitles: subtitles.map { [$0] }, takesLastVideo: lastVideo)
  }
}

enum RemoveCommand {
  static let declaration = Command(
    name: "remove", summary: "Take variants and renditions out of a bundle.", defaults: RemoveOptions(),
    operands: [.one("BUNDLE", \.bundle, "The bundle.", completion: .folder)],
    options: [
      .repeated(
        "video", placeholder: "RULE", \.video, "Remove the variants that RULE names.",
        details: [
          """
          RULE is as for build: best, worst, all, a height such as 360p, or conditions joined by commas, such as \
          height>720. Conditions alone name every variant that meets them with all its sounds; best, worst, min= and \
          max= name one. Conditions on the sound alone, such as codec=ac3, name that sound of variants that have others.
          """
        ]),
      .value(
        "audio", placeholder: "LIST", \.audio, "Remove audio renditions.",
        details: ["LIST is as for build. A word that names nothing in the bundle is an error (exit 4)."]),
      .value(
        "subtitles", placeholder: "LIST", \.subtitles, "Remove subtitle renditions.",
        details: ["LIST is as for build."]),
      .flag(
        "last-video", \.lastVideo, "Let the last variant with a picture go too: sound alone stays."),
      .flag(
        "dry-run", short: "s", aliases: ["simulate"], \.isDry, "Show what would go, and change nothing."),
      .flag(
        "wait", \.waits, "Wait while another process works on the bundle.",
        details: ["Without it that ends at once, with exit code 10."]),
    ],
    groups: [OptionGroup("Output", at: \.shown, OutputOptions.options)],
    examples: [
      Example("hlspack remove --audio fr --subtitles fr,de Film.movpkg", "Languages that nobody wants."),
      Example("hlspack remove --dry-run --video 'height>720' Film.movpkg", "How much room it would make."),
    ],
    manual: Manuals.remove)

  static func run(_ options: RemoveOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    var summary = Summary(command: "remove")
    summary.hasBundle = true
    summary.bundle = options.bundle
    do {
      show(try await removal(options, context), options, console, lines)
    } catch {
      console.error(error.message, hint: error.hint)
      summary.end(error)
    }
    lines.map { summary.write(to: $0, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func removal(_ options: RemoveOptions, _ context: Context) async throws(Failure) -> Removal {
    guard !options.words.isEmpty else {
      throw Failure(
        .usage, "remove: nothing is named that should go",
        hint: "name it by --audio LIST, --subtitles LIST or --video RULE")
    }
    var hasTold = false
    while true {
      do {
        return try await Removal.run(
          options.words, at: options.bundle, isDry: options.isDry, instant: context.surroundings.now(),
          program: context.surroundings.program, mayCommit: { context.stop.exitCode == nil })
      } catch {
        let failure = Failure(error, stoppedBy: context.stop)
        guard options.waits, failure.code == .inUse else { throw failure }
        if !hasTold { options.shown.console.warning("\(failure.message); waiting for it") }
        hasTold = true
      }
      // Being woken early means that the run is stopped.
      try? await Task.sleep(for: .milliseconds(500))
      if let code = context.stop.exitCode { throw Failure(code, "stopped before anything was removed") }
    }
  }

  // MARK: - What people and scripts read

  private static func show(
    _ removal: Removal, _ options: RemoveOptions, _ console: Console, _ lines: JSONLines?
  ) {
    if let lines {
      for item in removal.items {
        lines.write(
          type: "removed",
          ["path": .string(item.path), "bytes": .integer(item.bytes), "reason": .string("remove")])
      }
      return
    }
    guard console.verbosity > .quiet else { return }
    guard !removal.isEmpty else { return console.result("\(options.bundle): nothing more to remove") }
    for selection in removal.selections {
      console.result("\(options.isDry ? "would remove" : "removed") \(describe(selection))")
    }
    for item in removal.items { console.detail("\(item.path): \(ByteText.bytes(item.bytes))") }
    let size = "\(ByteText.bytes(removal.bytes)) in \(removal.files.count) files"
    console.result("\(options.bundle): \(size) \(options.isDry ? "would be freed" : "freed")")
  }

  private static func describe(_ selection: Removal.Selection) -> String {
    switch selection {
    case .variant(let variant): "variant \(Describe.variant(variant.record))"
    case .rendition(let rendition):
      "\(Describe.kind(rendition.record.kind)) \(Describe.rendition(rendition.record))"
    case .trickPlay(let playlist):
      "\(Describe.kind(playlist.stream.kind)) \(Describe.variant(playlist.record))"
    }
  }
}

extension Removal {
  /// What is deleted: a stream is one item, other files are one each; by path.
  fileprivate var items: [(path: String, bytes: Int64)] {
    var sizes: [String: Int64] = [:]
    for file in files { sizes[file.path.stream?.text ?? file.path.text, default: 0] += file.bytes }
    return sizes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
