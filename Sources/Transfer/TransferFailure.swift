package import Addresses

/// A transfer that came to nothing, after all retries.
package struct TransferFailure: Error, Sendable {
  /// What went wrong, with its figures.
  package enum Kind: Sendable {
    /// The server's answer.
    case status(Int)
    /// The answer of a proxy that opens no way to the host.
    case proxy(Int)
    /// The name has no address.
    case resolve(host: String)
    /// No connection to the host: the reason, and "host:port".
    case connect(String, host: String)
    /// The TLS handshake failed.
    case tls(String)
    /// The certificate is not to be trusted.
    case certificate(String)
    /// No connection within the time allowed.
    case connectTimeout(Duration)
    /// No byte within the time allowed.
    case stalled(Duration, received: Int64, expected: Int64?)
    /// The connection ended before the body did.
    case shortBody(received: Int64, expected: Int64?)
    /// The connection failed before a whole answer came.
    case connectionLost(String, received: Int64, expected: Int64?)
    /// What came is not HTTP, or breaks its rules.
    case malformed(String)
    /// So few bytes a second over a while, where at least so many are wanted.
    case tooSlow(rate: Int64, limit: Int64)
    /// What came cannot be gone on with, for the resource is not what it was: the next attempt starts over.
    case changed(String)
    /// Not the range asked for.
    case range(String)
    case redirect(String)
    /// Neither http nor https.
    case scheme(String)
    /// An address less public than the source's.
    case refusedAddress(String)
    /// More than the limit, after decoding.
    case tooLarge(limit: Int64)
    /// The body came as announced, but its compressed data has no end: the name of the coding.
    case cutCoding(String)
    /// A content coding that cannot be undone.
    case encoding(String)
    /// The receiver refused.
    case sink(any SinkFailure)
    /// The request makes no sense.
    case invalid(String)
    /// libcurl failed in a way of its own.
    case library(String)
    case cancelled
    /// The transfers were closed before.
    case closed
  }

  package var kind: Kind
  /// What was asked for. Messages show its path only.
  package var uri: URI
  /// The host that a redirect led to, where it is another.
  package var redirectedTo: String?
  /// The origin that credentials were withheld from, where some were.
  package var withheldFrom: String?
  /// The wait that the server asked for, where it is longer than is waited for: the reason for no other attempt.
  package var retryAfter: Duration?

  package init(_ kind: Kind, uri: URI, redirectedTo: String? = nil, withheldFrom: String? = nil) {
    self.kind = kind
    self.uri = uri
    self.redirectedTo = redirectedTo
    self.withheldFrom = withheldFrom
  }

  /// The status of the answer, where it is the reason.
  package var status: Int? { if case .status(let code) = kind { code } else { nil } }

  package var isCancellation: Bool { if case .cancelled = kind { true } else { false } }

  /// Whether another attempt may end better.
  package var isRetriable: Bool {
    switch kind {
    case .status(let code), .proxy(let code): Self.isPassing(code)
    case .resolve, .connect, .tls, .connectTimeout, .stalled, .shortBody, .connectionLost, .malformed,
      .cutCoding, .tooSlow, .changed:
      true
    case .sink(let failure): failure.isRetriable
    case .certificate, .range, .redirect, .scheme, .refusedAddress, .tooLarge, .encoding, .invalid, .library,
      .cancelled, .closed:
      false
    }
  }

  /// Whether the source is unavailable for now, rather than refusing, gone or wrong. Says nothing of `.sink`,
  /// whose owner knows, and of `.cancelled`.
  package var isUnavailable: Bool {
    switch kind {
    case .status(let code), .proxy(let code): Self.isPassing(code)
    case .resolve, .connect, .tls, .connectTimeout, .stalled, .shortBody, .connectionLost, .cutCoding,
      .tooSlow, .changed:
      true
    default: false
    }
  }

  /// Whether the failure may speak of the host, not only of the one resource.
  var isOfHost: Bool {
    switch kind {
    case .resolve, .connect, .tls, .connectTimeout, .connectionLost(_, received: 0, _),
      .stalled(_, received: 0, _):
      true
    case .status(let code), .proxy(let code): Self.isPassing(code)
    default: false
    }
  }

  private static func isPassing(_ status: Int) -> Bool {
    status == 408 || status == 425 || status == 429 || (500..<600).contains(status)
  }
}

extension TransferFailure.Kind {
  /// Whether the bytes that came before it are good, so that the next attempt may go on behind them.
  var leavesBytes: Bool {
    switch self {
    case .stalled, .shortBody, .connectionLost, .tooSlow: true
    default: false
    }
  }
}
