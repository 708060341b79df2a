import BundleStore
import Download
import Files
import Playlist
import Selection
import Transfer
import Upkeep

/// The end of a command that failed: the code, and one line for people.
struct Failure: Error, Sendable {
  let code: ExitCode
  let message: String
  let hint: String?

  init(_ code: ExitCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  init(_ error: DownloadError) {
    let code: ExitCode =
      switch error.kind {
      case .usage: .usage
      case .nothingMatches: .nothingMatches
      case .wrongSource: .wrongSource
      case .unavailable: .unavailable
      case .protected: .protected
      case .disk: .disk
      case .inUse: .inUse
      case .damaged: .damaged
      case .tooNew, .notABundle: .notABundle
      case .expired: .expired
      case .stopped: .interrupted
      case .commandFailed: .unexpected
      }
    self.init(code, error.message, hint: error.hint)
  }

  init(_ error: BundleError) {
    let code: ExitCode =
      switch error.kind {
      case .damaged: .damaged
      case .notABundle, .tooNew: .notABundle
      case .inUse: .inUse
      case .exists: .usage
      case .disk: .disk
      case .expired: .expired
      }
    self.init(code, error.description, hint: error.hint)
  }

  init(_ error: SelectionError) {
    self.init(error.kind == .usage ? .usage : .nothingMatches, error.description, hint: error.hint)
  }

  init(_ error: RemovalError, stoppedBy stop: StopSignal) {
    switch error {
    case .bundle(let error): self.init(error)
    case .selection(let error): self.init(error)
    case .refused(let message, let hint): self.init(.usage, message, hint: hint)
    case .stopped: self.init(stop.exitCode ?? .interrupted, "stopped before anything was removed")
    }
  }

  init(_ error: PlaylistError) {
    self.init(.wrongSource, error.description, hint: error.hint)
  }
}
