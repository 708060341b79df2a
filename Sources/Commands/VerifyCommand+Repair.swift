import BundleStore
import Console
import Download
import Files
import Flags
import JSON
import Transfer
import Upkeep

/// What `--repair` adds to `verify`.
struct RepairOptions: Sendable {
  var isWanted = false
  var source: String?

  static let options: [Option<RepairOptions>] = [
    .flag(
      "repair", \.isWanted, "Fetch what is damaged or missing again, and nothing else.",
      details: [
        """
        Only then is anything fetched: the playlists from the recorded source, then the damaged files alone. The \
        level is full.
        """
      ]),
    .value(
      "source", placeholder: "URL|FILE", completion: .file, \.source,
      "Where to fetch from, instead of the recorded source."),
  ]
}

/// Repairs one bundle after another, and tells what became of each.
struct BundleRepairs {
  let options: VerifyOptions
  let context: Context
  let console: Console
  let lines: JSONLines?
  private(set) var bytes: Int64 = 0
  private(set) var requests = 0
  private(set) var retries = 0
  private(set) var files = 0

  init(_ options: VerifyOptions, _ context: Context, _ console: Console, _ lines: JSONLines?) {
    self.options = options
    self.context = context
    self.console = console
    self.lines = lines
  }

  /// Looks, repairs what is wrong, and looks again.
  mutating func verdict(on path: String) async -> Verdict {
    do throws(Failure) {
      return Verdict(path: path, result: .success(try await repaired(path)))
    } catch {
      let code = context.stop.exitCode
      return Verdict(path: path, result: .failure(code.map { Failure($0, "stopped") } ?? error))
    }
  }

  private mutating func repaired(_ path: String) async throws(Failure) -> VerificationReport {
    do throws(BundleError) {
      if try OfflineBundle.mendSums(at: path) { tell(BundlePath.sums.text, bytes: nil) }
    } catch {
      throw Failure(error)
    }
    let first = try await VerifyCommand.report(on: path, options, context)
    if let ending = first.ending { throw Failure(.expired, "\(path): \(ending), and is not repaired") }
    guard first.isDamaged else {
      // What a run left that was killed beside its commit. A bundle that nobody may change, or that somebody is
      // changing, is whole all the same.
      _ = try? BundleTransaction.begin(at: path)
      BundleStaging.discardSpent(at: path)
      return first
    }
    Verdict(path: path, result: .success(first)).showFindings(
      on: console, lines, isOneOfMany: options.paths.count > 1)
    for file in try await repair(path, first) { tell(file.path.text, bytes: file.bytes) }
    return try await VerifyCommand.report(on: path, options, context)
  }

  private mutating func repair(_ path: String, _ report: VerificationReport) async throws(Failure)
    -> [FileRecord]
  {
    var ways = Repair.Ways()
    if let source = options.repair.source {
      ways.source = try SourceArgument.source(source, of: "--source")
    }
    ways.base = try options.transfer.network.base()
    ways.connections = options.transfer.connections
    ways.keys = try options.keys.wishes(context.environment)
    ways.segmentLimit = options.transfer.segmentLimit?.bytes ?? ways.segmentLimit
    let console = console
    let transfers = Transfers(settings: try options.transfer.settings(context)) { event in
      if case .cookiesNotSaved = event { TransferEvents.tell(event, console) }
    }
    defer {
      let totals = transfers.totals
      bytes += totals.bytes
      requests += totals.requests
      retries += totals.retries
      transfers.close()
    }
    do throws(DownloadError) {
      let repair = Repair(of: path, ways: ways, transfers: transfers, surroundings: context.surroundings)
      return try await repair.run(report.damagedPaths)
    } catch {
      throw Failure(error)
    }
  }

  private mutating func tell(_ path: String, bytes: Int64?) {
    files += 1
    if let lines {
      var members: [String: JSONValue] = ["path": .string(path)]
      members["bytes"] = bytes.map { .integer($0) }
      lines.write(type: "repaired", members)
    } else if console.verbosity > .quiet {
      console.result("repaired \(path)")
    }
  }
}
