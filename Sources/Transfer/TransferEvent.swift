package import Addresses
package import Files

/// What happens on the way that a person may want to see. Comes on engine threads, several at once.
package enum TransferEvent: Sendable {
  case retry(RetryNotice)
  /// The cookie jar could not be written back; what servers set in this run is lost. Comes from `close`, on the
  /// caller's thread.
  case cookiesNotSaved(SystemError)
}

/// An attempt failed and another will be made.
package struct RetryNotice: Sendable {
  /// What was asked for; show its path only.
  package var uri: URI
  /// The job's identifier; nil for a fetch.
  package var jobID: Int?
  package var failure: TransferFailure
  /// Which attempt failed, from 1.
  package var attempt: Int
  /// Attempts that are made at most.
  package var attempts: Int
  /// The time until the next attempt, at least.
  package var wait: Duration
}

/// Sums over everything that was transferred.
package struct TransferTotals: Sendable, Hashable {
  /// Requests sent, redirects and retries included.
  package var requests: Int
  /// Attempts made again.
  package var retries: Int
  /// Body bytes received, decoded, those of failed attempts included.
  package var bytes: Int64

  package init(requests: Int = 0, retries: Int = 0, bytes: Int64 = 0) {
    self.requests = requests
    self.retries = retries
    self.bytes = bytes
  }
}
