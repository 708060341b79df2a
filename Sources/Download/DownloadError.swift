package import Files
package import Playlist
package import Selection
package import Transfer

/// Why a build did not end in a bundle: place, deed and reason as facts, so that the caller can choose a
/// code and words.
package struct DownloadError: Error, Sendable, CustomStringConvertible {
  /// What kind of thing went wrong; decides the exit code.
  package enum Kind: Sendable, Hashable {
    /// What was asked for contradicts itself or what is there already.
    case usage
    /// The words match nothing that the source has.
    case nothingMatches
    /// The source is refused, gone, malformed, live, over a limit, or not media.
    case wrongSource
    /// The source cannot be reached for now; a later run may succeed.
    case unavailable
    /// The medium is protected and no key can be had.
    case protected
    /// No space, no permission to write, or the disk failed.
    case disk
    /// Another process is at work on the same bundle.
    case inUse
    /// What stands at the destination is ours, but damaged.
    case damaged
    /// What stands at the destination was made by a newer version.
    case tooNew
    /// What was named is no bundle.
    case notABundle
    /// The bundle's time is over.
    case expired
    /// The work was stopped by the caller.
    case stopped
    /// A command of the user's failed.
    case commandFailed
  }

  package let kind: Kind
  /// Place, deed, reason: lower case, no full stop, never a credential.
  package let message: String
  /// What the reader may do about it; nil where nothing helps.
  package let hint: String?
  /// The status of the answer that is the reason; nil where it is another.
  package var status: Int?

  package init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  package var description: String { message }
}

extension DownloadError {
  package init(_ failure: TransferFailure) {
    let kind: Kind =
      switch failure.kind {
      case .cancelled: .stopped
      case .sink(let reason): (reason as? PieceFailure)?.kind ?? .wrongSource
      default: failure.isUnavailable ? .unavailable : .wrongSource
      }
    self.init(kind, failure.message, hint: failure.hint)
    status = failure.status
  }

  package init(_ failure: PlaylistError) {
    self.init(.wrongSource, failure.description, hint: failure.hint)
  }

  package init(_ failure: SystemError) {
    self.init(.disk, failure.description)
  }

  package init(_ failure: SelectionError) {
    let isUsage = failure.kind == .usage
    self.init(isUsage ? .usage : .nothingMatches, failure.description, hint: failure.hint)
  }
}
