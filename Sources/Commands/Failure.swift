import BundleStore
import Download
import Files
import Playlist
import Transfer

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
      case .tooNew: .notABundle
      case .stopped: .interrupted
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

  init(_ error: PlaylistError) {
    self.init(.wrongSource, error.description, hint: error.hint)
  }
}
