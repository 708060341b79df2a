import BundleStore
import Console
import Download
import Files
import Flags
import JSON
import Playlist
import Rights
import Upkeep

/// `hlspack list DIR`
struct ListOptions: Sendable {
  var folder = ""
  var order = ListOrder.path
  var isReversed = false
  var states: [ListState] = []
  var shown = OutputOptions()
}

/// `--sort`
enum ListOrder: String, FlagValue, CaseIterable {
  case path, title, size, created, expires, verified
}

/// `--state`
enum ListState: String, FlagValue, CaseIterable {
  case complete, unfinished, expired, damaged
}

enum ListCommand {
  static let declaration = Command(
    name: "list", summary: "Tell what a library holds.", defaults: ListOptions(),
    operands: [.one("DIR", \.folder, "A folder with bundles anywhere beneath.", completion: .folder)],
    options: [
      .value(
        "sort", \.order, "Sort by path, title, size, created, expires or verified.",
        details: ["What has no such date comes last."]),
      .flag("reverse", short: "r", \.isReversed, "Sort the other way round."),
      .repeated(
        "state", placeholder: "STATE", \.states, "Show bundles of this state only.",
        details: [
          """
          complete, unfinished, expired, or damaged: one that cannot be read, or was found damaged by its last \
          verification. Repeatable.
          """
        ]),
    ],
    groups: [OptionGroup("Output", at: \.shown, OutputOptions.options)],
    examples: [
      Example("hlspack list /srv/films", "The whole library."),
      Example("hlspack list --sort expires --state complete /srv/films", "What ends next."),
    ],
    manual: Manuals.list)

  static func run(_ options: ListOptions, _ context: Context) async -> ExitCode {
    let started = Uptime.seconds
    let console = options.shown.console
    let lines = options.shown.json ? JSONLines(on: console) : nil
    var summary = Summary(command: "list")
    do throws(BundleError) {
      let listing = try await LibraryListing.of(options.folder, at: context.surroundings.now())
      show(listing, options, console, lines, &summary)
    } catch {
      let failure = Failure(error)
      console.error(failure.message, hint: failure.hint)
      summary.end(failure)
    }
    lines.map { summary.write(to: $0, seconds: Uptime.seconds - started) }
    return Entry.outputCode(console, summary.code)
  }

  private static func show(
    _ listing: LibraryListing, _ options: ListOptions, _ console: Console, _ lines: JSONLines?,
    _ summary: inout Summary
  ) {
    var rows: [ListRow] = []
    var faults: [(path: String, code: ExitCode, message: String?)] = []
    for entry in listing.entries {
      let row = ListRow(entry)
      if options.states.isEmpty || options.states.contains(row.state) { rows.append(row) }
      guard case .failure(let error) = entry.report else { continue }
      let failure = Failure(error)
      console.error(failure.message, hint: failure.hint)
      faults.append((entry.path, failure.code, failure.message))
    }
    for closed in listing.closed { console.warning("\(closed): cannot be looked into; it is passed over") }
    rows.sort { $0.goes(before: $1, by: options.order) }
    if options.isReversed { rows.reverse() }
    if let lines {
      for row in rows { if let members = row.members { lines.write(type: "bundle", members) } }
    } else if rows.isEmpty {
      if console.verbosity > .quiet { console.result("\(options.folder): no bundles") }
    } else {
      console.result(table(rows).lines(width: console.output.width).joined(separator: "\n"))
    }
    guard !faults.isEmpty else { return }
    summary.bundles = faults
    let worst = ExitCode.worst(faults.map(\.code))
    summary.end(worst, message: faults.first { $0.code == worst }?.message)
  }

  private static func table(_ rows: [ListRow]) -> Table {
    var table = Table(columns: [
      .init("PATH", isFlexible: true), .init("TITLE", isFlexible: true), .init("SIZE", alignment: .right),
      .init("VIDEO"), .init("AUDIO"), .init("SUBTITLES"), .init("STATE"), .init("EXPIRES"), .init("PRIORITY"),
      .init("VERIFIED"),
    ])
    for row in rows { table.append(row.cells) }
    return table
  }
}

/// One line of a list.
private struct ListRow {
  let path: String
  let report: BundleReport?

  init(_ entry: LibraryListing.Entry) {
    path = entry.path
    report = try? entry.report.get()  // what cannot be read was told
  }

  private var manifest: Manifest? { report?.manifest }
  private var expiresAt: Int64? { manifest?.policy.expiresAt }

  var state: ListState {
    guard let report else { return .damaged }
    switch report.state {
    case .unfinished: return .unfinished
    case .expired: return .expired
    case .complete: return report.verification?.result == .damaged ? .damaged : .complete
    }
  }

  /// As `show` has it, with the path and without the history.
  var members: [String: JSONValue]? {
    guard var members = report?.members else { return nil }
    members["history"] = nil
    members["path"] = .string(path)
    return members
  }

  var cells: [String] {
    guard let report else { return [path, "", "", "", "", "", "damaged"] }
    return [
      path, report.title, ByteText.bytes(report.bytes), video, languages(.audio), languages(.subtitles),
      stateText(report), expiresAt.map { Instant(seconds: $0).rfc3339 } ?? "",
      manifest?.policy.priority == .important ? "important" : "", report.verifiedAt?.rfc3339 ?? "",
    ]
  }

  private func stateText(_ report: BundleReport) -> String {
    if let fraction = report.fraction { return "unfinished, \(Int((fraction * 100).rounded(.down))) %" }
    if let tombstone = report.manifest?.tombstone { return "\(tombstone.reason.rawValue), deleted" }
    let isOver = report.manifest?.isInvalidated == true
    if state == .complete, isOver { return "keys invalidated" }
    if state == .complete, !report.playableOffline { return "complete, does not play" }
    return state.rawValue
  }

  private var video: String {
    let heights = (manifest?.variants ?? []).compactMap(\.record.resolution?.height)
    return Set(heights).sorted(by: >).map { "\($0)p" }.joined(separator: ",")
  }

  private func languages(_ kind: MediaKind) -> String {
    var seen: [String] = []
    for rendition in manifest?.renditions ?? [] where rendition.record.kind == kind {
      let language = rendition.record.language ?? "und"
      if !seen.contains(language) { seen.append(language) }
    }
    return seen.joined(separator: ",")
  }

  func goes(before other: ListRow, by order: ListOrder) -> Bool {
    switch order {
    case .path: path < other.path
    case .title: (report?.title ?? "", path) < (other.report?.title ?? "", other.path)
    case .size: (report?.bytes ?? 0, path) < (other.report?.bytes ?? 0, other.path)
    case .created: (createdAt, path) < (other.createdAt, other.path)
    case .expires: (expiresAt ?? .max, path) < (other.expiresAt ?? .max, other.path)
    case .verified: (verifiedAt, path) < (other.verifiedAt, other.path)
    }
  }

  private var createdAt: Int64 { manifest?.createdAt.seconds ?? .max }
  private var verifiedAt: Int64 { report?.verifiedAt?.seconds ?? .max }
}
