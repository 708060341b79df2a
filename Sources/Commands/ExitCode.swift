import Flags

/// The documented exit codes, the same in every command.
package enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
  case done = 0
  case unexpected = 1
  case usage = 2
  case incomplete = 3
  case nothingMatches = 4
  case wrongSource = 5
  case unavailable = 6
  case damaged = 7
  case expired = 8
  case notABundle = 9
  case inUse = 10
  case disk = 11
  case protected = 12
  case hangup = 129
  case interrupted = 130
  case readerGone = 141
  case terminated = 143

  package var meaning: String {
    switch self {
    case .done: "Done; everything asked for is there."
    case .unexpected: "Unexpected failure, or a command of the user's failed."
    case .usage: "The command line is wrong, or something else stands where the bundle is to be."
    case .incomplete: "Done but incomplete, as was allowed."
    case .nothingMatches: "Nothing matches the selection."
    case .wrongSource:
      "The source is wrong: refused (401, 403, certificate), gone, malformed, live, over a limit, or not media."
    case .unavailable:
      "The source is unavailable for now: name resolution, refused or reset connections, short bodies, "
        + "time-outs, 408, 425, 429 and 5xx after all retries; or the time of --max-time ended."
    case .damaged: "The bundle is damaged or hostile."
    case .expired: "The bundle has expired, or its keys were invalidated."
    case .notABundle: "Not a bundle, or of a version that is too new."
    case .inUse: "In use by another process."
    case .disk: "No space, no permission to write, or the disk failed."
    case .protected: "Protected content: no key can be had."
    case .hangup: "Stopped by SIGHUP; a rerun goes on."
    case .interrupted: "Stopped by SIGINT; a rerun goes on."
    case .readerGone: "The reader of standard output went away."
    case .terminated: "Stopped by SIGTERM; a rerun goes on."
    }
  }

  /// The table of a man page for the codes that a command can end with.
  static func table(_ codes: [ExitCode]) -> [ExitStatus] {
    codes.map { ExitStatus(Int($0.rawValue), $0.meaning) }
  }

  /// Of several sources: what was typed wrong, then faults, then what could not be reached.
  static func worstOfLint(_ codes: [ExitCode]) -> ExitCode {
    let rank: [ExitCode] = [.usage, .wrongSource, .unavailable]
    return rank.first(where: codes.contains) ?? codes.first { $0 != .done } ?? .done
  }

  /// Of several paths the highest of 1, 7, 9, 10, 11 counts, else 8, else 0.
  static func worst(_ codes: [ExitCode]) -> ExitCode {
    let rank: [ExitCode] = [.disk, .inUse, .notABundle, .damaged, .unexpected, .expired]
    return rank.first(where: codes.contains) ?? codes.first { $0 != .done } ?? .done
  }
}
