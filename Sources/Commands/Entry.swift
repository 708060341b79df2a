import Console
import Flags
import Glibc

/// The program: reads the command line, runs a command, gives its exit code.
package enum Entry {
  /// Runs to the end of the process. The main thread does nothing but wait for signals that ask for an end:
  /// it blocks them before any other thread is there, and all others inherit that.
  ///
  /// - Parameter arguments: the command line without the program's own name.
  package static func main(_ arguments: [String]) -> Never {
    openStandardDescriptors()
    let stop = StopSignal.install()
    let context = Context(stop: stop)
    Task.detached { exit(await run(arguments, context)) }
    stop.waitForSignals()
  }

  /// Where the caller closed one of the first three descriptors, the next file opened would take its number, and
  /// results would be written into it.
  private static func openStandardDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY)
    }
  }

  private static func run(_ arguments: [String], _ context: Context) async -> Int32 {
    let invocation: Invocation<Context, ExitCode>
    do {
      invocation = try HLSPack.tool.parse(arguments)
    } catch {
      return refuse(error, arguments).rawValue
    }
    switch invocation {
    case .help(let text), .version(let text):
      let console = Console(name: "hlspack")
      console.write(Array(text.utf8))
      return outputCode(console, .done).rawValue
    case .run(_, let body):
      let work = Task { await body(context) }
      context.stop.onStop { work.cancel() }
      return await work.value.rawValue
    }
  }

  /// One line and a hint; with `--json` the summary too.
  private static func refuse(_ error: UsageError, _ arguments: [String]) -> ExitCode {
    let console = Console(name: "hlspack")
    console.error(error.message, hint: error.hint)
    guard arguments.prefix(while: { $0 != "--" }).contains("--json") else { return .usage }
    var summary = Summary(command: error.command ?? "hlspack")
    summary.end(Failure(.usage, error.message, hint: error.hint))
    summary.write(to: JSONLines(on: console), seconds: 0)
    return outputCode(console, .usage)
  }

  /// The code to end with, once it is known whether the results could be written.
  static func outputCode(_ console: Console, _ code: ExitCode) -> ExitCode {
    guard let failure = console.outputFailure else { return code }
    if failure.isReaderGone { return .readerGone }
    console.error(failure.description)
    return .disk
  }
}
