package import Addresses

/// One request to be made: a whole resource, one range, or several adjacent ranges (pieces) of one resource.
package struct TransferJob: Sendable {
  /// Returned in the result; means nothing here.
  package var id: Int
  package var uri: URI
  package var kind: ResourceKind
  /// Where the first piece starts; nil: the whole resource, as one piece.
  package var start: Int64?
  /// The lengths of the pieces, one after the other from `start`; empty exactly when `start` is nil.
  package var pieceLengths: [Int64]
  /// The most bytes accepted for one piece, counted after decoding.
  package var limit: Int64
  /// Makes the receiver of a piece, counted from 0; called on an engine thread, anew for each attempt.
  package var makeSink: @Sendable (Int) -> any PieceSink

  package init(
    id: Int, uri: URI, kind: ResourceKind = .media, start: Int64? = nil, pieceLengths: [Int64] = [],
    limit: Int64, makeSink: @escaping @Sendable (Int) -> any PieceSink
  ) {
    self.id = id
    self.uri = uri
    self.kind = kind
    self.start = start
    self.pieceLengths = pieceLengths
    self.limit = limit
    self.makeSink = makeSink
  }
}

/// What a source says when asked for work.
package enum NextJob: Sendable {
  case job(TransferJob)
  /// Nothing now. The source is asked again after results were reported to it and after `Transfers.wake()`.
  case later
  /// Nothing ever again; jobs already given are carried to their end.
  case finished
}

/// How a job ended.
package struct TransferResult: Sendable {
  package var jobID: Int
  /// nil: every piece came and its sink took it.
  package var failure: TransferFailure?
  /// Requests sent, redirects and retries included.
  package var requests: Int
  package var retries: Int
  /// Body bytes given to sinks in all attempts.
  package var bytes: Int64
  /// Pieces whose `end()` returned; all of them when there is no failure.
  package var completePieces: Int

  package init(
    jobID: Int, failure: TransferFailure? = nil, requests: Int = 1, retries: Int = 0, bytes: Int64 = 0,
    completePieces: Int = 1
  ) {
    self.jobID = jobID
    self.failure = failure
    self.requests = requests
    self.retries = retries
    self.bytes = bytes
    self.completePieces = completePieces
  }
}

/// Where jobs come from and results go.
///
/// Both functions are called on engine threads, by several at once, and must not block. Results come in
/// batches. When `completed` is called for the last time, `Transfers.run` has not yet returned.
package protocol JobSource: AnyObject, Sendable {
  func next() -> NextJob
  func completed(_ results: [TransferResult])
}
