import Console
import Flags

/// How much a command says, and in which form.
struct OutputOptions: Sendable {
  var quiet = false
  var verbosity = 0
  var json = false

  static let options: [Option<OutputOptions>] = [
    .flag("json", \.json, "Write JSON lines to standard output, nothing else."),
    .flag("quiet", short: "q", \.quiet, "Say nothing but errors and warnings."),
    .count("verbose", short: "v", \.verbosity, "Say more: each retry, and what was decided."),
  ]

  var console: Console {
    let level: Verbosity = quiet ? .quiet : verbosity > 0 ? .verbose : .normal
    return Console(name: "hlspack", verbosity: level, showsProgress: !json)
  }
}
