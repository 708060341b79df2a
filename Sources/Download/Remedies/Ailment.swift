import Transfer

/// What is wrong with a job that failed, as far as something can be done about it.
enum Ailment: Sendable, Hashable {
  /// The server refuses (401, 403) or says that there is nothing (404, 410): a token may have expired, or the
  /// playlist may be older than what it names.
  case refused(status: Int)
  /// The host or the way to it fails for now, after all attempts.
  case passing
  /// What came is not what was meant.
  case wrong

  /// nil where nothing can be done: the disk, a stop, a request that makes no sense.
  init?(_ failure: TransferFailure, _ error: DownloadError) {
    switch failure.kind {
    case .cancelled, .closed, .invalid, .refusedAddress, .scheme: return nil
    case .status(let code) where [401, 403, 404, 410].contains(code): self = .refused(status: code)
    default:
      switch error.kind {
      case .unavailable: self = .passing
      case .wrongSource: self = .wrong
      default: return nil
      }
    }
  }

  var isPassing: Bool { self == .passing }
}

/// Jobs of a stream wait for other addresses of its pieces.
struct RemedyRequest: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// The playlists anew: their addresses may carry a fresh token. The status that asked for it.
    case refresh(status: Int)
    /// The same stream from another place; whether it is the host that fails, not only what is asked of it.
    case failover(ofHost: Bool)
  }

  /// Index into the plan's streams.
  let stream: Int
  let kind: Kind
}
