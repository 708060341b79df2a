import Glibc
import Synchronization

/// An HTTP/1.1 server on loopback that answers as told, faults included: what a real server cannot be made to do.
///
///     let origin = try FaultOrigin.start { request in .file(bytes, type: "video/mp2t") }
///     let origin = try FaultOrigin.routes(["/a.ts": .truncated(bytes, after: 100)])
///     … origin.url("/a.ts") … origin.requests
///
/// Each connection has a thread; the handler is called on it and may be called by several at once. The origin
/// stops when it is dropped.
package final class FaultOrigin: Sendable {
  package typealias Handler = @Sendable (Request) -> Response

  /// The request as it came: what the client really sent.
  package struct Request: Sendable {
    package var method: String
    /// Path and query, as sent.
    package var target: String
    /// The target without its query.
    package var path: String
    /// The target after the first "?"; nil when there is none.
    package var query: String?
    /// Field names in lower case, in order.
    package var headers: [(name: String, value: String)]
    /// How many requests for this path came before and with this one: 1 for the first.
    package var number: Int
    /// Which connection it came on, from 0.
    package var connection: Int
    /// The address that it came from: "127.0.0.1", "::1".
    package var peer = ""
    /// What was sent with it.
    package var body: [UInt8] = []
    /// When it came: monotonic.
    package var time: ContinuousClock.Instant

    /// The first value of a field, its name in lower case.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The bounds of `Range: bytes=first-last`, both inclusive; nil when there is no such field.
    package var range: (first: Int, last: Int?)? {
      guard let text = header("range"), text.hasPrefix("bytes=") else { return nil }
      let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Int(parts[0]) else { return nil }
      return (first, Int(parts[1]))
    }
  }

  package struct StartFailure: Error { package var deed: String, code: Int32 }

  /// The port on 127.0.0.1.
  package var port: UInt16 { core.port }

  /// Every request so far, in the order of arrival.
  package var requests: [Request] { core.requests }

  /// How many connections were accepted.
  package var connections: Int { core.accepted }

  /// `http://127.0.0.1:PORT` and the path.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The requests for one path.
  package func requests(for path: String) -> [Request] { requests.filter { $0.path == path } }

  private let core: FaultOriginCore

  private init(core: FaultOriginCore) { self.core = core }

  deinit { core.stop() }

  /// Closes every connection and the listener; later connections are refused.
  package func stop() { core.stop() }

  /// Starts an origin whose handler decides each answer.
  package static func start(_ handler: @escaping Handler) throws -> FaultOrigin {
    let core = try FaultOriginCore(handler: handler)
    try core.listen()
    return FaultOrigin(core: core)
  }

  /// Starts an origin at [::1]. A machine without it makes this an error.
  package static func startIPv6(_ handler: @escaping Handler) throws -> FaultOrigin {
    let core = try FaultOriginCore(isIPv6: true, handler: handler)
    try core.listen()
    return FaultOrigin(core: core)
  }

  /// Starts an origin that answers by path, and 404 to any other.
  package static func routes(_ routes: [String: Response]) throws -> FaultOrigin {
    try start { request in routes[request.path] ?? .status(404) }
  }
}
