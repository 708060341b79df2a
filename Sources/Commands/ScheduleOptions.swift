import CSystem
import Download
import Files
import Flags
import Synchronization

/// When a job may work, how long, and what it does when its token ends.
struct ScheduleOptions: Sendable {
  var waits = false
  var maxTime: Int?
  var window: WindowValue?
  var isDiscretionary = false
  var tokenCommand: String?

  static let options: [Option<ScheduleOptions>] = [
    .flag(
      "wait", \.waits, "Wait while another process works on the same bundle.",
      details: ["Without it that ends at once, with exit code 10."]),
    .value(
      "max-time", placeholder: "SECONDS", in: 1...31_536_000, \.maxTime,
      "Stop after SECONDS; a rerun goes on.",
      details: ["The exit code is 6, and what has come is kept. Time spent waiting for a window counts."]),
    .value(
      "window", \.window, "Begin transfers only between these times of every day.",
      details: [
        """
        Times are those of the local clock, across midnight where the second is the earlier one: 22:00-06:00. What \
        is under way when the window closes is carried to its end; the rest waits for the next opening.
        """
      ]),
    .flag(
      "discretionary", \.isDiscretionary, "Work only when the machine has nothing better to do.",
      details: ["Processor and disk are used with idle priority."]),
    .value(
      "token-command", placeholder: "COMMAND", \.tokenCommand,
      "Ask COMMAND for a fresh address or header when the source answers 401 or 403.",
      details: [
        """
        COMMAND is run by /bin/sh -c, for at most a minute, with the source's address in HLSPACK_SOURCE and the \
        status in HLSPACK_STATUS. It writes an http(s) address, or header fields as NAME: VALUE, each on a line of \
        standard output. The address must be the same title's but for its token.
        """
      ]),
  ]

  func apply(to request: inout BuildRequest, environment: [String: String]) {
    request.window = window?.window
    request.waits = waits
    request.tokenCommand = tokenCommand.map { TokenCommand($0, environment: environment) }
  }

  /// Lowers the priority of the whole process where that was asked for.
  /// - Throws: `unexpected` where the system refuses.
  func yieldPriority() throws(Failure) {
    guard isDiscretionary, !csystem_idle_priority() else { return }
    throw Failure(.unexpected, "--discretionary: the system does not let the priority be lowered")
  }

  /// Runs a body within the time allowed.
  /// - Returns: what it returned, and whether the time ended first, upon which its task was cancelled.
  func limited<T: Sendable>(_ body: @escaping @Sendable () async -> T) async -> (value: T, isOver: Bool) {
    guard let maxTime else { return (await body(), false) }
    let work = Task { await body() }
    let hasEnded = Ended()
    let clock = Task {
      // A sleep that is cut short means that the work was done first.
      guard (try? await Task.sleep(for: .seconds(maxTime))) != nil else { return }
      hasEnded.note()
      work.cancel()
    }
    let value = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    clock.cancel()
    return (value, hasEnded.isNoted)
  }

  private final class Ended: Sendable {
    private let flag = Atomic(false)

    func note() { flag.store(true, ordering: .relaxed) }
    var isNoted: Bool { flag.load(ordering: .relaxed) }
  }
}

/// `--window`
struct WindowValue: FlagValue, Hashable {
  let window: DailyWindow

  static let placeholder = "HH:MM-HH:MM"

  init(flagText: String) throws(ValueError) {
    guard let window = DailyWindow(flagText) else {
      throw ValueError("is not a time of day", hint: "for instance 01:00-06:00, 22:30-05:00")
    }
    self.window = window
  }
}
